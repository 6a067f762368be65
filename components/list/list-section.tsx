import { type ReactNode, useId } from "react";

type ListSectionProps = { title: ReactNode; description: ReactNode; className?: string; children: ReactNode };

/** A secondary list below the main list of a page. */
export function ListSection({ title, description, className, children }: ListSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 max-w-2xl text-pretty text-muted-foreground">{description}</p>
      {children}
    </section>
  );
}
