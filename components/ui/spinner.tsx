import { cn } from "@/components/ui/cn";

type SpinnerProps = { label?: string; className?: string };

/**
 * A loading indicator. Without a label it is decorative, and the element around it must announce that work is in
 * progress.
 */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className={cn("size-4 shrink-0 animate-spin motion-reduce:animate-pulse", className)}
      >
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
        <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </>
  );
}
