"use client";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RequestId } from "@/components/ui/request-id";
import { Scene } from "@/components/ui/scene";

type ErrorStateProps = {
  title?: string;
  detail?: ReactNode;
  /** The ID of the failed request, which support can find in the log. */
  requestId?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
  level?: 1 | 2;
  className?: string;
};

export function ErrorState({
  title = "This didn't load",
  detail = "The server returned an unexpected response. Try again.",
  requestId,
  onRetry,
  retrying,
  action,
  level = 2,
  className,
}: ErrorStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div role="alert" className={cn("flex flex-col items-center px-6 py-14 text-center", className)}>
      <Scene name="lost" className="mb-5" />
      <Heading className="text-sm font-semibold">{title}</Heading>
      <p className="mt-1 max-w-md text-pretty text-muted-foreground">{detail}</p>
      {onRetry || action ? (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onRetry ? (
            <Button onClick={onRetry} loading={retrying}>
              <RotateCw aria-hidden />
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {requestId ? <RequestId value={requestId} className="mt-4 justify-center text-muted-foreground" /> : null}
    </div>
  );
}
