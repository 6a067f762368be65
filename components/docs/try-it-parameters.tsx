"use client";
import type { TrialParameter } from "@/components/docs/operation-view";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

type ParameterFieldsProps = {
  parameters: readonly TrialParameter[];
  /** The values of the parameters, keyed by `in:name`, such as `query:limit`. */
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
  /** Validation errors of the last reply, shown next to their parameters. */
  issues: readonly { parameter?: string; detail: string }[];
};

export function ParameterFields({ parameters, ...props }: ParameterFieldsProps) {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const inHeader = parameters.filter((parameter) => parameter.in === "header");
  return (
    <>
      {inPath.map((parameter) => (
        <ParameterField key={parameter.name} parameter={parameter} {...props} />
      ))}
      <Group title="Query parameters" parameters={inQuery} {...props} />
      <Group title="Headers" parameters={inHeader} {...props} />
    </>
  );
}

function Group({ title, parameters, ...props }: ParameterFieldsProps & { title: string }) {
  if (parameters.length === 0) return null;
  const given = parameters.filter((parameter) => props.values[`${parameter.in}:${parameter.name}`]).length;
  return (
    <details className="disclosure rounded-lg border border-border bg-surface">
      <summary className="rounded-lg px-3.5 py-2.5 text-sm font-medium">
        {title}{" "}
        <span className="font-normal text-muted-foreground">
          ({given > 0 ? `${given} of ${parameters.length}` : parameters.length})
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-3.5 pt-1.5 pb-4">
        {parameters.map((parameter) => (
          <ParameterField key={parameter.name} parameter={parameter} {...props} />
        ))}
      </div>
    </details>
  );
}

type ParameterFieldProps = Omit<ParameterFieldsProps, "parameters"> & { parameter: TrialParameter };

function ParameterField({ parameter, values, onChange, issues }: ParameterFieldProps) {
  const field = `${parameter.in}:${parameter.name}`;
  const value = values[field] ?? "";
  const isList = parameter.type.startsWith("list");
  const set = (next: string) => onChange(field, next);
  const issue = issues.find((one) => one.parameter === parameter.name);
  const newKey = (
    <Button variant="link" size="sm" onClick={() => set(crypto.randomUUID())}>
      New key
    </Button>
  );
  return (
    <Field
      label={<span className="font-mono">{parameter.name}</span>}
      required={parameter.required}
      error={issue?.detail}
      action={parameter.name === "Idempotency-Key" ? newKey : undefined}
    >
      {parameter.options.length > 0 && !isList ? (
        <Select
          value={value}
          onChange={(event) => set(event.target.value)}
          options={[
            { value: "", label: "Not sent" },
            ...parameter.options.map((option) => ({ value: option, label: option })),
          ]}
        />
      ) : (
        <Input
          value={value}
          onChange={(event) => set(event.target.value)}
          placeholder={placeholderOf(parameter, isList)}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  );
}

function placeholderOf(parameter: TrialParameter, isList: boolean): string {
  if (isList && parameter.options.length > 0) return parameter.options.slice(0, 2).join(",");
  if (parameter.type === "time") return "2026-01-31T12:00:00Z";
  return parameter.example;
}
