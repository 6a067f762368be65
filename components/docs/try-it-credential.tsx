"use client";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";

/** Who sends the request: a key, or the signed-in reader for one of their organizations. */
export type TrialCredential = { kind: "key" } | { kind: "session"; slug: string };

type CredentialFieldsProps = {
  apiKey: string;
  onApiKeyChange: (key: string) => void;
  credential: TrialCredential;
  onCredentialChange: (credential: TrialCredential) => void;
  organizations: readonly { slug: string; name: string }[];
};

export function CredentialFields(props: CredentialFieldsProps) {
  const { credential, onCredentialChange, organizations } = props;
  const [first] = organizations;
  return (
    <div className="flex flex-col gap-3">
      {first ? (
        <Segmented
          size="sm"
          className="self-start"
          label="Send as"
          options={[
            { value: "session", label: "As yourself" },
            { value: "key", label: "With an API key" },
          ]}
          value={credential.kind}
          onValueChange={(kind) => onCredentialChange(kind === "key" ? { kind } : { kind, slug: first.slug })}
        />
      ) : null}
      {credential.kind === "key" ? (
        <KeyField apiKey={props.apiKey} onApiKeyChange={props.onApiKeyChange} />
      ) : (
        <Field label="Organization" hint="You can do what your role allows.">
          <Select
            value={credential.slug}
            onChange={(event) => onCredentialChange({ kind: "session", slug: event.target.value })}
            options={organizations.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </Field>
      )}
    </div>
  );
}

function KeyField({ apiKey, onApiKeyChange }: Pick<CredentialFieldsProps, "apiKey" | "onApiKeyChange">) {
  const [shown, setShown] = useState(false);
  const shortened = /[^\x21-\x7e]/.test(apiKey);
  return (
    <Field
      label="API key"
      hint="Stays in this browser tab and is sent only to this site."
      error={
        shortened
          ? "This key is incomplete. Lists show shortened keys; paste the key that was shown when it was created."
          : undefined
      }
    >
      <Input
        type={shown ? "text" : "password"}
        value={apiKey}
        onChange={(event) => onApiKeyChange(event.target.value.trim())}
        placeholder="sl_key_…"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        trailing={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={shown ? "Hide the key" : "Show the key"}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
        }
      />
    </Field>
  );
}
