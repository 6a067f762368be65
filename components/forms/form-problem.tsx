"use client";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { bringIntoView } from "@/components/forms/bring-into-view";
import { RequestId } from "@/components/ui/request-id";

type FormProblemProps = { children: ReactNode; requestId?: string | null };

/** Shows an error of a form that doesn't belong to a single field. */
export function FormProblem({ children, requestId }: FormProblemProps) {
  return (
    <div
      ref={bringIntoView}
      role="alert"
      className="flex items-start gap-2 rounded-md bg-danger/10 px-3 py-2 text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {children}
        {requestId ? <RequestId value={requestId} /> : null}
      </div>
    </div>
  );
}
