import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type FeatureSectionProps = {
  title: string;
  text: ReactNode;
  link: { href: string; label: string };
  children: ReactNode;
};

/** A section with a claim on the left and its demonstration on the right. */
export function FeatureSection({ title, text, link, children }: FeatureSectionProps) {
  return (
    <section className="grid gap-x-12 gap-y-6 border-t border-border py-12 lg:grid-cols-[20rem_minmax(0,1fr)] lg:py-16">
      <div>
        <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
        <p className="mt-2 text-pretty text-md text-muted-foreground">{text}</p>
        <p className="mt-3">
          <Link
            href={link.href}
            className="rounded-sm text-sm font-medium text-link underline-offset-4 hover:underline"
          >
            {link.label}
          </Link>
        </p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
