import { FormProblem } from "@/components/forms/form-problem";
import { problemWords, requestIdOf } from "@/components/shell/problem-words";

/** Why a write was not taken, with the request id to quote; nothing when `error` is null. */
export function MutationProblem({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FormProblem requestId={requestIdOf(error)}>{problemWords(error)}</FormProblem>;
}
