import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={cn("min-w-0 rounded-lg border border-border bg-surface", className)} {...props} />;
}

type CardHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  level?: 2 | 3;
};

export function CardHeader({ title, description, actions, className, level = 2 }: CardHeaderProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={cn("flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3", className)}>
      <div className="min-w-0">
        <Heading className="text-sm font-semibold text-foreground">{title}</Heading>
        {description ? <p className="mt-0.5 max-w-prose text-sm text-muted-foreground">{description}</p> : null}
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </div>
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("px-4 pb-4", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center justify-between gap-3 rounded-b-lg border-t border-border bg-muted/50 px-4 py-2.5 text-sm",
        className,
      )}
      {...props}
    />
  );
}
