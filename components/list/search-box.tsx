"use client";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { MAX_SEARCH } from "@/lib/limits";

/**
 * How long typing must pause before the search changes. Browsers limit URL changes to about a hundred per ten
 * seconds, and the server's lists send a request for each change.
 */
const SEARCH_AFTER_MS = { server: 250, browser: 100 };

type SearchBoxProps = {
  label: string;
  placeholder: string;
  /** The search text in the URL. */
  value: string | undefined;
  /** Called with the text when typing has stopped, or with undefined if the field is empty. */
  onChange: (text: string | undefined) => void;
  /** Whether the rows are filtered in the browser. */
  isLocal?: boolean;
  /** Transforms typed text, for example to remove a secret. */
  transform?: (text: string) => string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

/** The search field of a list. Escape clears the field, or leaves it if it is empty. */
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
  // If the value was changed elsewhere, for example by "Clear filters" or Back, show it. If the change came from
  // this field, the texts differ only by surrounding spaces, so keep the typed text.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const latest = useRef({ value, onChange, transform });
  useEffect(() => {
    latest.current = { value, onChange, transform };
  });
  useEffect(() => {
    // Read text typed before hydration.
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
