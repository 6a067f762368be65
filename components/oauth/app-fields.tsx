"use client";
import type { Ref } from "react";
import { ScopePicker } from "@/components/credentials/scope-picker";
import { type AppErrors, type AppForm, type AppUse, appFormScopes, tokenLife } from "@/components/oauth/app-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";

type AppFieldsProps = {
  form: AppForm;
  onChange: (part: Partial<AppForm>) => void;
  errors: AppErrors;
  nameInput: Ref<HTMLInputElement>;
  redirectsInput: Ref<HTMLTextAreaElement>;
  permissions: Ref<HTMLDivElement>;
};

const uses: RadioOption<AppUse>[] = [
  {
    value: "own",
    label: "Only this organization",
    description: `Client credentials: your server exchanges the client id and secret for a token that lasts ${tokenLife}. Nobody is asked.`,
  },
  {
    value: "customers",
    label: "Organizations of your customers",
    description:
      "Authorization code with PKCE: an admin of each customer picks the organization and allows your app on a page of ours.",
  },
];

export function AppFields({ form, onChange, errors, nameInput, redirectsInput, permissions }: AppFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        required
        error={errors.name}
        hint="People who allow the app read it, such as “Acme Dispatch”."
      >
        <Input
          ref={nameInput}
          value={form.name}
          onChange={(event) => onChange({ name: event.target.value })}
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <RadioGroup<AppUse>
        legend="Whose data will it work with?"
        layout="cards"
        value={form.use}
        onValueChange={(use) => onChange({ use })}
        options={uses}
      />
      {form.use === "customers" ? (
        <Field
          label="Redirect URIs"
          required
          error={errors.redirects?.map(({ line, detail }) => (
            <span key={`${line} ${detail}`} className="block">
              Line {line}: {detail}
            </span>
          ))}
          hint={
            <>
              One per line: where people return to with the code. Compared letter by letter.{" "}
              <Link href="/docs/oauth" target="_blank" className="text-link underline underline-offset-4">
                How it works
              </Link>
            </>
          }
        >
          <Textarea
            ref={redirectsInput}
            value={form.redirects}
            onChange={(event) => onChange({ redirects: event.target.value })}
            rows={3}
            placeholder="https://app.example.com/callback"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="font-mono sm:text-xs"
          />
        </Field>
      ) : null}
      <div ref={permissions}>
        <ScopePicker
          noun="app"
          preset={form.preset}
          onPresetChange={(preset) => onChange({ preset })}
          levels={form.levels}
          onLevelsChange={(levels) => onChange({ levels })}
          chosen={appFormScopes(form)}
          error={errors.scopes}
        />
      </div>
    </>
  );
}
