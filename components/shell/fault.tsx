"use client";
import { lazy, Suspense } from "react";

type FaultProps = { error: unknown; retry: () => void };

// Every page includes this file, so the error page itself is loaded on demand. If that fails, plain text is shown.
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
