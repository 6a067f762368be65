"use client";
import { useMutation } from "@tanstack/react-query";
import { FormProblem } from "@/components/forms/form-problem";
import { Button } from "@/components/ui/button";
import { isApiError } from "@/lib/http/call";
import { toastProblem } from "./toast-problem";

export const isStaleError = (error: Error | null) => isApiError(error) && error.code === "version_mismatch";

/**
 * Shows that a form contains outdated values, with a button that reloads them.
 * @param onReload loads the current values into the form.
 */
export function StaleProblem({ onReload }: { onReload: () => Promise<unknown> }) {
  const loading = useMutation({
    mutationFn: onReload,
    onError: (error) => toastProblem("The current values didn't load", error),
  });
  return (
    <FormProblem>
      <p>Someone else changed this while you were editing. Your changes aren't saved yet.</p>
      <Button size="sm" className="mt-2" loading={loading.isPending} onClick={() => loading.mutate()}>
        Load the current values
      </Button>
    </FormProblem>
  );
}
