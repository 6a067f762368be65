"use client";
import { type Context, useContext } from "react";

/**
 * Returns the state that a list page shares with its filter panels through `context`.
 * @throws Error outside of the list.
 */
export function useListContext<State extends object>(context: Context<State | null>): State {
  const state = useContext(context);
  if (!state) throw new Error("Filters must be rendered inside their list.");
  return state;
}
