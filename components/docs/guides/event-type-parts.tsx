import { Paragraph } from "@/components/docs/blocks";
import { FieldList } from "@/components/docs/field-list";
import { listFields } from "@/components/docs/field-view";
import { eventAnchor } from "@/components/docs/guides/event-types";
import { CodeBlock } from "@/components/ui/code-block";
import { eventSchemaPath } from "@/lib/api/event-schemas";
import { EXAMPLE_TIME } from "@/lib/api/example-values";
import type { EventType } from "@/lib/values";
import { bodyComponents, eventDefinitions } from "@/lib/webhooks/bodies";

/** Shows when events of a type happen, the fields of their data, and an example. */
export function EventTypeParts({ type }: { type: EventType }) {
  const { when, example } = eventDefinitions[type];
  const fields = listFields({ $ref: `#/components/schemas/${bodyComponents(type).data}` });
  const body = { type, timestamp: EXAMPLE_TIME, data: example };
  return (
    <>
      <Paragraph text={`${when} The fields of \`data\`:`} />
      <FieldList fields={fields.filter(({ name }) => name !== "test")} anchor={eventAnchor(type)} side="reply" />
      <CodeBlock label="A webhook's request body" language="JSON" code={JSON.stringify(body, null, 2)} wrap />
      <Paragraph text={`[JSON Schema of \`${type}\`](${eventSchemaPath(type)})`} />
    </>
  );
}
