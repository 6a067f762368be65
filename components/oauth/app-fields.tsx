"use client";
import type { ReactNode, Ref } from "react";
import { ScopePicker } from "@/components/credentials/scope-picker";
import { type AppFieldValues, type AppSlot, type AppUse, appFormScopes, tokenLife } from "@/components/oauth/app-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";

type AppFieldsProps = {
  /** The current values of the fields. */
  values: AppFieldValues;
  field: (name: keyof AppFieldValues) => { name: string; defaultValue: string };
  errorOf: (slot: AppSlot) => ReactNode;
  nameInput: Ref<HTMLInputElement>;
  redirectsInput: Ref<HTMLTextAreaElement>;
};

const uses: RadioOption<AppUse>[] = [
  {
    value: "own",
    label: "Only this organization",
    description: `Client credentials: your server exchanges the client ID and secret for a token that lasts ${tokenLife}. No one has to approve it.`,
  },
  {
    value: "customers",
    label: "Organizations of your customers",
    description: "Authorization code with PKCE: an admin of each customer authorizes your app on a Sightline page.",
  },
];

export function AppFields({ values, field, errorOf, nameInput, redirectsInput }: AppFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        required
        error={errorOf("name")}
        hint="People who authorize the app see this name, such as “Acme Dispatch”."
      >
        <Input ref={nameInput} {...field("name")} maxLength={100} autoComplete="off" dir="auto" />
      </Field>
      <RadioGroup legend="Whose data will the app access?" layout="cards" {...field("use")} options={uses} />
      {values.use === "customers" ? (
        <Field
          label="Redirect URIs"
          required
          error={errorOf("redirect_uris")}
          hint={
            <>
              The browser returns to one of these with the code. Enter one URI per line. Requests must match one
              exactly.{" "}
              <Link href="/docs/oauth" target="_blank" className="text-link underline underline-offset-4">
                How it works
              </Link>
            </>
          }
        >
          <Textarea
            ref={redirectsInput}
            {...field("redirects")}
            rows={3}
            placeholder="https://app.example.com/callback"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="font-mono sm:text-xs"
          />
        </Field>
      ) : null}
      <ScopePicker noun="app" values={values} field={field} chosen={appFormScopes(values)} error={errorOf("scopes")} />
    </>
  );
}
