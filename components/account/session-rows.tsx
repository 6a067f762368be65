"use client";
import { Monitor, Smartphone } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Session } from "@/lib/account/schema";

type SessionRowsProps = {
  sessions: readonly Session[];
  /** Asks first. */
  onEnd: (session: Session) => void;
};

export function SessionRows({ sessions, onEnd }: SessionRowsProps) {
  return (
    <ul aria-label="Sessions" className="divide-y divide-border">
      {sessions.toSorted(byUse).map((session) => (
        <li key={session.id} className="flex items-center gap-3.5 px-4 py-3.5">
          <DeviceIcon device={session.device} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {session.device}
              {session.current ? (
                <Badge tone="success" dot>
                  This browser
                </Badge>
              ) : null}
            </p>
            <p className="text-muted-foreground">
              {session.ip ? <span className="break-all font-mono text-xs">{session.ip} · </span> : null}
              {session.current ? (
                "Active now"
              ) : (
                <>
                  Last seen <RelativeTime value={session.last_seen_at} />
                </>
              )}
            </p>
            <p className="text-xs text-muted-foreground">
              Signed in <RelativeTime value={session.created_at} mode="absolute" />
            </p>
          </div>
          {session.current ? null : (
            <Button
              aria-label={`End the session of ${session.device}`}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** This browser first, then what was used last. */
function byUse(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at);
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" strokeWidth={1.75} />;
}
