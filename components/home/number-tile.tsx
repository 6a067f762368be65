import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";

type NumberTileProps = {
  label: string;
  value: number | undefined;
  query: { isPending: boolean };
  /** The list that the number counts. */
  href: string;
  /** Colours the number while it is above zero. */
  tone?: "critical" | "offline";
};

const tones = { critical: "text-severity-critical", offline: "text-camera-offline" };

export function NumberTile({ label, value, query, href, tone }: NumberTileProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="flex h-full flex-col-reverse justify-end gap-1 rounded-lg border border-border bg-surface px-4 py-3 transition-colors duration-75 hover:border-input"
      >
        <span className="text-2xl font-semibold tabular-nums leading-8 tracking-tight">
          {query.isPending ? (
            <Skeleton className="my-1 h-6 w-14" />
          ) : (
            <span className={cn(tone && value ? tones[tone] : undefined)}>
              {value === undefined ? "–" : formatCount(value)}
            </span>
          )}
        </span>
        <span className="text-sm text-muted-foreground">{label}</span>
      </Link>
    </li>
  );
}
