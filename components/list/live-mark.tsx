import { SignInLink } from "@/components/shell/sign-in-link";

/** Whether a list receives live updates. */
export type LiveState = "live" | "lost" | "signed-out";

/** Shows whether a list receives live updates. Its space is reserved while it is empty. */
export function LiveMark({ state }: { state: LiveState | null }) {
  return (
    <p role="status" className="flex items-center gap-1.5 whitespace-nowrap text-xs text-muted-foreground">
      {state === "live" ? (
        <>
          <span aria-hidden className="size-1.5 rounded-full bg-signal" />
          Live
        </>
      ) : null}
      {state === "lost" ? (
        <>
          <span aria-hidden className="size-1.5 animate-shimmer rounded-full bg-warning" />
          Connection lost, retrying
        </>
      ) : null}
      {state === "signed-out" ? (
        <span className="text-warning">
          You're signed out. <SignInLink className="font-medium underline underline-offset-4" />
        </span>
      ) : null}
    </p>
  );
}
