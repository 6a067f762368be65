"use client";
import { RequestId } from "@/components/ui/request-id";
import { toast } from "@/components/ui/toast";
import { failedRequestId, problemMessage } from "./problem-messages";

/** How long the notice is shown: long enough to copy the request ID. */
const SHOWN_MS = 15_000;

/** Shows a notice with the failed action, the reason, and the request ID. */
export function toastProblem(title: string, error: Error): void {
  const requestId = failedRequestId(error);
  toast.error(title, {
    duration: SHOWN_MS,
    description: (
      <>
        {problemMessage(error)}
        {requestId ? <RequestId value={requestId} className="mt-1" /> : null}
      </>
    ),
  });
}
