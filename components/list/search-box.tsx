"use client";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { MAX_SEARCH } from "@/lib/limits";

/** Browsers refuse an address that changes a hundred times in ten seconds, and each change of a server's list is a request. */
const SEARCH_AFTER_MS = { server: 250, browser: 100 };

type SearchBoxProps = {
  label: string;
  placeholder: string;
  /** What the address says. */
  value: string | undefined;
  /** Called when typing stands still; undefined for no text. */
  onChange: (text: string | undefined) => void;
  /** The rows are searched in the browser. */
  isLocal?: boolean;
  /** Changes each text that is typed, for example to cut out a secret. */
  transform?: (text: string) => string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

/** The text of a list's search. Escape clears it, and leaves it when it is empty. */
export function SearchBox({
  label,
  placeholder,
  value = "",
  onChange,
  isLocal = false,
  transform = (text) => text,
  ref,
  className = "min-w-0 flex-1 basis-32 sm:max-w-72",
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Somebody else changed it (Clear filters, Back). What is being typed differs from it by spaces at most.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const latest = useRef({ value, onChange, transform });
  useEffect(() => {
    latest.current = { value, onChange, transform };
  });
  useEffect(() => {
    // What was typed before this script ran.
    const typed = latest.current.transform(input.current?.value ?? "");
    if (typed !== "") setText(typed);
  }, []);
  useEffect(() => {
    if (text.trim() === latest.current.value) return;
    const timer = setTimeout(
      () => latest.current.onChange(text.trim() || undefined),
      isLocal ? SEARCH_AFTER_MS.browser : SEARCH_AFTER_MS.server,
    );
    return () => clearTimeout(timer);
  }, [text, isLocal]);

  return (
    <SearchInput
      ref={input}
      label={label}
      placeholder={placeholder}
      value={text}
      maxLength={MAX_SEARCH}
      dir="auto"
      onValueChange={(next) => setText(transform(next))}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (text === "") event.currentTarget.blur();
        else setText("");
        event.preventDefault();
      }}
      className={className}
    />
  );
}
