"use client";
import { type FormEvent, useState } from "react";

/**
 * Which fields the reader has changed since the last attempt: their errors no longer tell the truth.
 * @param attempt a value that is new with every attempt
 */
export function useCorrectedFields(attempt: unknown) {
  const [corrected, setCorrected] = useState({ attempt, names: new Set<string>() });
  const names = corrected.attempt === attempt ? corrected.names : new Set<string>();
  function onInput(event: FormEvent<HTMLFormElement>) {
    if (event.target instanceof HTMLInputElement) {
      setCorrected({ attempt, names: new Set([...names, event.target.name]) });
    }
  }
  return { onInput, isCorrected: (name: string) => names.has(name) };
}
