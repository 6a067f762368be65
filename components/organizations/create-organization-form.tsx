"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { callApi } from "@/lib/http/call";
import type { createOrganization } from "@/lib/organizations/operations";

export function CreateOrganizationForm() {
  const form = useForm({
    initial: { name: "" },
    validate: ({ name }) => ({ name: name === "" ? "Enter the name of your company or team." : undefined }),
    async submit({ name }) {
      const { slug } = await callApi<typeof createOrganization>("POST /organizations", { body: { name } });
      window.location.replace(`/${slug}`);
      return "leaving";
    },
  });

  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={form.problem} />
      <Field
        label="Organization"
        required
        error={form.errorOf("name")}
        hint="You can rename it later. Its URL won't change."
      >
        <Input {...form.field("name")} autoComplete="organization" maxLength={100} dir="auto" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy}>
        Create organization
      </Button>
    </form>
  );
}
