"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { callApi } from "@/lib/http/call";
import type { createOrganization } from "@/lib/organizations/operations";

const names = ["name"] as const;

export function CreateOrganizationForm() {
  const { form, values, errorOf, problem, busy } = useFormAttempt({
    names,
    check: ({ name }) => ({ ...(name === "" && { name: "Enter the name of your company or team." }) }),
    async send({ name }) {
      const { slug } = await callApi<typeof createOrganization>("POST /organizations", { body: { name } });
      window.location.replace(`/${slug}`);
      return "leaving";
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={problem} />
      <Field label="Organization" required error={errorOf("name")} hint="You can rename it later; its address stays.">
        <Input name="name" autoComplete="organization" maxLength={100} defaultValue={values.name} dir="auto" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Create organization
      </Button>
    </form>
  );
}
