"use client";
import { Component, lazy, type ReactNode, Suspense, startTransition } from "react";
import { failedRequestId, problemMessage } from "@/components/forms/problem-messages";
import { Button } from "@/components/ui/button";
import { isApiError } from "@/lib/http/call";

type Problem = {
  title: string;
  detail: string;
  requestId: string | undefined;
  onRetry: () => void;
  retrying: boolean;
};

// When what failed is the network, its own words cannot be fetched either.
const ErrorState = lazy(() =>
  import("@/components/shell/error-state").then(
    (module) => ({ default: module.ErrorState }),
    () => ({ default: BareError }),
  ),
);

function BareError({ title, detail, onRetry, retrying }: Problem) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <p>
        {title}. {detail}
      </p>
      <Button onClick={onRetry} loading={retrying}>
        Try again
      </Button>
    </div>
  );
}

type QueryBoundaryProps = { onReset: () => void; children: ReactNode };

type State = { error: Error | null; isRetrying: boolean };

/** Shows why the first page did not load, with the request's id, and tries again. */
export class QueryBoundary extends Component<QueryBoundaryProps, State> {
  override state: State = { error: null, isRetrying: false };

  static getDerivedStateFromError(error: Error) {
    return { error, isRetrying: false };
  }

  /** In a transition, so that this stays on the screen until the rows or the next error are here. */
  private retry() {
    this.props.onReset();
    this.setState({ isRetrying: true });
    startTransition(() => this.setState({ error: null, isRetrying: false }));
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isKnown = isApiError(error);
    const problem: Problem = {
      title: "The alerts did not load",
      detail: isKnown ? problemMessage(error) : "Something failed on this page. Trying again usually helps.",
      requestId: failedRequestId(error) ?? undefined,
      onRetry: () => this.retry(),
      retrying: this.state.isRetrying,
    };
    return (
      <Suspense fallback={null}>
        <ErrorState {...problem} />
      </Suspense>
    );
  }
}
