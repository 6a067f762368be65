import type { FieldView } from "@/components/docs/field-view";
import { Code, Inline } from "@/components/docs/inline";
import { Badge } from "@/components/ui/badge";

type FieldListProps = {
  fields: readonly FieldView[];
  /** The prefix of each field's anchor. For example, `body` gives `#body.camera_id`. */
  anchor: string;
  /** Whether the fields belong to a request or a reply. In replies, only fields that can be missing are marked. */
  side: "request" | "reply";
};

/** Lists fields with their types, rules and descriptions. Nested fields can be expanded. */
export function FieldList({ fields, anchor, side }: FieldListProps) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {fields.map((field) => {
        const id = `${anchor}.${field.name}`;
        const words = [field.description && `${field.description}.`.replace("..", "."), ...field.facts].filter(Boolean);
        return (
          <li key={field.name} id={id} className="scroll-mt-20 py-3">
            <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <a href={`#${id}`} className="rounded-sm font-mono text-sm font-semibold [overflow-wrap:anywhere]">
                {field.name}
              </a>
              <span className="text-xs text-muted-foreground">{field.type}</span>
              {side === "request" && field.required ? <Badge tone="warning">required</Badge> : null}
              {side === "reply" && !field.required ? <Badge>sometimes</Badge> : null}
            </p>
            {words.length > 0 ? (
              <p className="mt-1 max-w-[68ch] text-sm leading-6 text-muted-foreground">
                <Inline text={words.join(" ")} />
              </p>
            ) : null}
            {field.children.length > 0 ? (
              <details className="disclosure mt-2">
                <summary className="w-fit rounded-sm text-sm text-link hover:underline">
                  {field.children.length} {field.children.length === 1 ? "field" : "fields"} of{" "}
                  <Code>{field.name}</Code>
                </summary>
                <div className="mt-2 border-l-2 border-border pl-4">
                  <FieldList fields={field.children} anchor={id} side={side} />
                </div>
              </details>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
