"use client";
import { lazy, Suspense } from "react";

type FaultProps = { error: unknown; retry: () => void };

// Every page carries this file, so the page for a fault is fetched when there is one. When that fails too, words do.
const FaultPage = lazy(() =>
  import("@/components/shell/fault-page").then(
    (module) => ({ default: module.FaultPage }),
    () => ({ default: BareFault }),
  ),
);

export function Fault(props: FaultProps) {
  return (
    <Suspense fallback={null}>
      <FaultPage {...props} />
    </Suspense>
  );
}

function BareFault({ retry }: FaultProps) {
  return (
    <main id="main" className="p-6">
      <h1 className="mb-3 text-lg font-semibold">This page didn't load</h1>
      <button type="button" className="underline" onClick={() => retry()}>
        Try again
      </button>
    </main>
  );
}
