"use client";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { EndingKey } from "@/lib/keys/schema";
import { keyHref } from "./key-labels";
import { rememberWarnings, warningToken } from "./key-warnings-cookie";
import { endingKeysOptions } from "./queries";

type KeyBannerProps = {
  organization: string;
  /** Expiring keys, soonest first. */
  keys: EndingKey[];
  /** The tokens of warnings that were dismissed earlier. */
  hidden: string[];
};

const NAMED_KEYS = 3;

/** A banner for admins on every page, with the keys that expire soon. Each key has a link and a dismiss button. */
export function KeyBanner({ organization, keys, hidden }: KeyBannerProps) {
  const { data } = useQuery(endingKeysOptions(organization, keys));
  const [putAway, setPutAway] = useState(hidden);
  const shown = data.filter((key) => !putAway.includes(warningToken(key)));
  const [next] = shown;
  if (!next) return null;

  function dismiss(key: EndingKey) {
    const all = [...putAway, warningToken(key)];
    setPutAway(all);
    rememberWarnings(all);
  }

  return (
    <section
      aria-label="Keys that expire soon"
      className={cn(
        "flex items-start gap-2 border-b px-4 py-1.5 text-sm sm:px-6 lg:px-8",
        next.days <= 1 ? "border-danger/25 bg-danger/10 text-danger" : "border-warning/25 bg-warning/10 text-warning",
      )}
    >
      <TriangleAlert aria-hidden className="mt-1.5 size-4 shrink-0" />
      <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5">
        {shown.slice(0, NAMED_KEYS).map((key) => (
          <li key={key.id} className="flex min-h-7 min-w-0 items-center gap-1">
            <span className="flex min-w-0 gap-[0.5ch] whitespace-nowrap">
              API key{" "}
              <Link
                href={keyHref(organization, key.id)}
                dir="auto"
                title={key.name}
                className="min-w-0 truncate rounded-sm font-medium underline underline-offset-4"
              >
                {key.name}
              </Link>{" "}
              {key.days <= 1 ? (
                "expires within a day"
              ) : (
                <>
                  expires <RelativeTime value={key.expires_at} mode="date" />
                </>
              )}
            </span>
            <button
              type="button"
              aria-label={`Dismiss the warning for ${key.name}`}
              onClick={() => dismiss(key)}
              className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-current/10 pointer-coarse:size-9"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
        {shown.length > NAMED_KEYS ? (
          <li>
            <Link href={`/${organization}/settings/api-keys`} className="rounded-sm underline underline-offset-4">
              and {shown.length - NAMED_KEYS} more
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
