"use client";
import { useActionState, useEffect, useRef } from "react";
import { FormProblem } from "@/components/sign-in/form-problem";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError, call } from "@/lib/http/call";
import type { createOrganization } from "@/lib/organizations/operations";

type Attempt = { name: string; error: string | null; problem: ApiError | null; done: boolean };

const untried: Attempt = { name: "", error: null, problem: null, done: false };

/** A form action, so that a submit before this script has run is kept and sent once it has. */
export function CreateOrganizationForm() {
  const input = useRef<HTMLInputElement>(null);

  async function attempt(_before: Attempt, data: FormData): Promise<Attempt> {
    const name = String(data.get("name") ?? "").trim();
    if (name === "") return { ...untried, error: "Enter the name of your company or team." };
    try {
      const { slug } = await call<typeof createOrganization>("POST /organizations", { body: { name } });
      window.location.replace(`/${slug}`);
      return { ...untried, name, done: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fault = error.errors.find(({ pointer }) => pointer === "/name")?.detail ?? null;
      return { ...untried, name, error: fault, problem: fault ? null : error };
    }
  }

  const [state, submit, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrected(state);

  useEffect(() => {
    if (state.error) input.current?.focus();
  }, [state]);

  return (
    <form action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {state.problem ? <FormProblem requestId={state.problem.requestId}>{state.problem.message}</FormProblem> : null}
      <Field
        label="Organization"
        required
        error={isCorrected("name") ? undefined : state.error}
        hint="You can rename it later; its address stays."
      >
        <Input
          ref={input}
          name="name"
          autoComplete="organization"
          maxLength={100}
          defaultValue={state.name}
          dir="auto"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={pending || state.done}>
        Create organization
      </Button>
    </form>
  );
}
