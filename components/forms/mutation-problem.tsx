import { FormProblem } from "@/components/forms/form-problem";
import { isStaleError, StaleProblem } from "@/components/forms/stale-problem";
import { failedRequestId, problemMessage } from "./problem-messages";

type MutationProblemProps = {
  error: Error | null;
  /** Loads the current values into the form. Required in forms that send `If-Match`. */
  onReload?: () => Promise<unknown>;
};

/** Shows why a write failed, with the request ID to quote. Renders nothing if `error` is null. */
export function MutationProblem({ error, onReload }: MutationProblemProps) {
  if (!error) return null;
  if (onReload && isStaleError(error)) return <StaleProblem onReload={onReload} />;
  return <FormProblem requestId={failedRequestId(error)}>{problemMessage(error)}</FormProblem>;
}
