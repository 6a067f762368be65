"use client";
import { type ComponentProps, lazy, Suspense } from "react";

const FirstAlertSteps = lazy(() =>
  import("./first-alert-steps").then((module) => ({ default: module.FirstAlertSteps })),
);

/** The steps to the first alert. Their code is loaded only where they are shown. */
export function LazyFirstAlertSteps(props: ComponentProps<typeof FirstAlertSteps>) {
  return (
    <Suspense fallback={null}>
      <FirstAlertSteps {...props} />
    </Suspense>
  );
}
