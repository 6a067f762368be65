"use client";
import { formatAbsolute } from "@/components/ui/format-time";
import { RelativeTime } from "@/components/ui/relative-time";
import { Tooltip } from "@/components/ui/tooltip";
import type { ApiKey } from "@/lib/keys/schema";

/** Shows when a key was last used. Hovering shows the exact time, IP address and client. */
export function KeyLastUsed({ subject }: { subject: ApiKey }) {
  const { last_used_at, last_used_ip, last_used_agent } = subject;
  if (!last_used_at) return null;
  return (
    <Tooltip
      content={
        <span className="grid grid-cols-[auto_1fr] gap-x-3">
          <span className="text-muted-foreground">Time</span>
          <span>{formatAbsolute(new Date(last_used_at), { seconds: true })}</span>
          <span className="text-muted-foreground">IP</span>
          <span className="break-all font-mono">{last_used_ip ?? "Unknown"}</span>
          <span className="text-muted-foreground">Agent</span>
          <span className="break-words">{last_used_agent ?? "Not sent"}</span>
        </span>
      }
    >
      <button
        type="button"
        className="relative cursor-help whitespace-nowrap rounded-sm underline decoration-input decoration-dotted underline-offset-4"
      >
        <RelativeTime value={last_used_at} hasTitle={false} />
      </button>
    </Tooltip>
  );
}
