"use client";
import { Component, type ReactNode, startTransition } from "react";
import { ErrorState } from "@/components/shell/error-state";
import { ApiError } from "@/lib/http/call";

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
    const known = error instanceof ApiError ? error : null;
    return (
      <ErrorState
        title="The alerts did not load"
        detail={known?.message ?? "Something failed on this page. Trying again usually helps."}
        requestId={known?.requestId ?? undefined}
        onRetry={() => this.retry()}
        retrying={this.state.isRetrying}
      />
    );
  }
}
