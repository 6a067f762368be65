import { cn } from "@/components/ui/cn";

/** The mark alone; the name beside it is text. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={cn("size-6 shrink-0 text-primary", className)}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <g fill="none" className="stroke-primary-foreground" strokeWidth="1.9" strokeLinecap="round">
        <path d="M12 5.75a6.25 6.25 0 1 0 6.1 7.6" />
        <path d="M12 12h8" />
      </g>
      <circle cx="12" cy="12" r="2.2" className="fill-primary-foreground" />
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
