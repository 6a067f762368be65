"use client";
import { Check, Copy, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";

type CopyState = "idle" | "copied" | "failed";
type CopyButtonProps = Omit<ButtonProps, "value" | "children" | "onClick"> & {
  value: string | (() => string);
  label?: string;
  iconOnly?: boolean;
  onCopied?: () => void;
};

const RESET_AFTER_MS = 2_000;
const words: Record<Exclude<CopyState, "idle">, string> = {
  copied: "Copied",
  failed: "Couldn't copy. Select the text instead",
};

export function CopyButton({
  value,
  label = "Copy",
  iconOnly = false,
  onCopied,
  variant = iconOnly ? "ghost" : "secondary",
  size = iconOnly ? "icon-sm" : "md",
  ...props
}: CopyButtonProps) {
  const [state, setState] = useState<CopyState>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    const copied = await copyText(typeof value === "function" ? value() : value);
    setState(copied ? "copied" : "failed");
    if (copied) onCopied?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), RESET_AFTER_MS);
  }

  const text = state === "idle" ? label : words[state];
  return (
    <>
      <Button
        variant={variant}
        size={size}
        onClick={copy}
        aria-label={iconOnly ? text : undefined}
        title={iconOnly ? text : undefined}
        {...props}
      >
        {state === "idle" ? <Copy aria-hidden /> : null}
        {state === "copied" ? <Check aria-hidden className="text-success" /> : null}
        {state === "failed" ? <TriangleAlert aria-hidden className="text-warning" /> : null}
        {iconOnly ? null : text}
      </Button>
      <span role="status" className="sr-only">
        {state === "idle" ? "" : words[state]}
      </span>
    </>
  );
}
