"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/shell/query-error";
import { Field } from "@/components/ui/field";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { useDebounced } from "@/components/ui/use-debounced";
import { webhookPreviewOptions } from "./queries";
import { readTemplate } from "./webhook-form";
import type { WebhookFormState } from "./webhook-form-state";

const placeholders = ["summary.title", "summary.text", "summary.url", "alert.severity", "camera.name", "event.type"];

/** The JSON template of a webhook, with a preview on the organization's latest event. */
export function TemplateFields({ organization, form }: { organization: string; form: WebhookFormState }) {
  const { values, field, errorOf } = form;
  const typed = useDebounced(values.template);
  return (
    <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2">
      <Field
        label="JSON template"
        required
        error={errorOf("template")}
        hint={
          <>
            Placeholders:{" "}
            {placeholders.map((path) => (
              <code key={path} className="mr-1.5 font-mono whitespace-nowrap">{`{{${path}}}`}</code>
            ))}
            and every other field of the event.
          </>
        }
      >
        <Textarea
          {...field("template")}
          rows={8}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="min-h-44 font-mono sm:text-xs"
        />
      </Field>
      <TemplatePreview organization={organization} text={typed} />
    </div>
  );
}

function TemplatePreview({ organization, text }: { organization: string; text: string }) {
  const template = readTemplate(text);
  const preview = useQuery({ ...webhookPreviewOptions(organization, template ?? {}), enabled: template !== null });
  const { data } = preview;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-sm font-medium">Preview</h3>
      {data ? (
        <LazyCodeBlock
          label={data.event_type}
          language="JSON"
          code={JSON.stringify(JSON.parse(data.payload), null, 2)}
          wrap
        />
      ) : preview.isLoadingError ? (
        <QueryError title="The preview didn't load" query={preview} />
      ) : (
        <Skeleton className="h-44 rounded-lg" />
      )}
      <p className="text-xs leading-5 text-muted-foreground">
        {template === null
          ? "The template isn't a JSON object yet. This is the last preview."
          : data?.event_id === null
            ? "An example, because there are no events yet."
            : "With your latest event."}
      </p>
    </section>
  );
}
