import { cn } from "@/components/ui/cn";

/** The mark alone; the name beside it is text. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={cn("size-6 shrink-0 text-primary", className)}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <g fill="none" className="stroke-primary-foreground" strokeWidth="1.8" strokeLinecap="round">
        <circle cx="12" cy="12" r="5" />
        <path d="M3.6 12H7M17 12h3.4" />
      </g>
      <circle cx="12" cy="12" r="1.9" className="fill-primary-foreground" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-base font-semibold tracking-tight", className)}>
      <LogoMark />
      Sightline
    </span>
  );
}
