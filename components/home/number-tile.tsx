import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";

type NumberTileProps = {
  label: string;
  value: number | undefined;
  query: { isPending: boolean };
  /** The URL of the list of counted items. */
  href: string;
  /** The icon of the counted items. It is hidden while the number is zero. */
  mark?: "severity-critical" | "camera-offline";
};

export function NumberTile({ label, value, query, href, mark }: NumberTileProps) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        className="flex h-full flex-col-reverse justify-between gap-1 rounded-lg border border-border bg-surface px-4 py-3 transition-colors duration-75 hover:border-input"
      >
        <span className="text-2xl leading-8 font-semibold tabular-nums tracking-tight">
          {query.isPending ? (
            <Skeleton className="my-1 h-6 w-14" />
          ) : (
            <span className="flex items-center gap-2">
              {mark && value ? <span aria-hidden className={`mark ${mark}`} /> : null}
              {value === undefined ? "–" : formatCount(value)}
            </span>
          )}
        </span>
        <span className="text-sm text-muted-foreground">{label}</span>
      </Link>
    </li>
  );
}
