import { FormProblem } from "@/components/forms/form-problem";
import { isStaleError, StaleProblem } from "@/components/forms/stale-problem";
import { failedRequestId, problemMessage } from "./problem-messages";

type MutationProblemProps = {
  error: Error | null;
  /** Puts the current values into the form; forms that send `If-Match` have it. */
  onReload?: () => Promise<unknown>;
};

/** Why a write was not taken, with the request id to quote; nothing when `error` is null. */
export function MutationProblem({ error, onReload }: MutationProblemProps) {
  if (!error) return null;
  if (onReload && isStaleError(error)) return <StaleProblem onReload={onReload} />;
  return <FormProblem requestId={failedRequestId(error)}>{problemMessage(error)}</FormProblem>;
}
