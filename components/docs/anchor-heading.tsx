import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type AnchorHeadingProps = { id: string; level?: 2 | 3; className?: string; children: ReactNode };

/** A heading with a link to itself, so that readers can share its URL. */
export function AnchorHeading({ id, level = 2, className, children }: AnchorHeadingProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Heading
      id={id}
      className={cn(
        "group scroll-mt-20 text-balance font-semibold tracking-tight",
        level === 2 ? "text-lg" : "text-base",
        className,
      )}
    >
      <a href={`#${id}`} className="rounded-sm no-underline">
        {children}
        <span aria-hidden className="ml-1.5 font-normal text-muted-foreground opacity-0 group-hover:opacity-100">
          #
        </span>
      </a>
    </Heading>
  );
}
