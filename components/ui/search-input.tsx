"use client";
import { Search, X } from "lucide-react";
import { type ComponentProps, type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "aria-label" | "ref"> & {
  label: string;
  value: string;
  onValueChange: (text: string) => void;
  /** Content at the end of the field while it is empty, such as its keyboard shortcut. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A search field with a button that clears it. */
export function SearchInput({ label, value, onValueChange, trailing, ref, ...props }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  return (
    <Input
      {...props}
      ref={input}
      type="search"
      aria-label={label}
      leading={<Search aria-hidden />}
      trailing={
        value === "" ? (
          trailing
        ) : (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Clear search"
            onClick={() => {
              onValueChange("");
              input.current?.focus();
            }}
          >
            <X aria-hidden />
          </Button>
        )
      }
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
