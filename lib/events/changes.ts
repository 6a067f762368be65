import { z } from "zod";
import type { ResourceField, ResourceFields } from "@/lib/http/fields";

/** Returns the schema of a changed field: its value before and after. `id` is the name of the component. */
export const changeSchema = (id: string, value: z.ZodType) =>
  z
    .object({
      from: value.meta({ description: "The value before" }),
      to: value.meta({ description: "The value after" }),
    })
    .meta({ id, description: "A changed field" });

export const textChangeSchema = changeSchema("TextChange", z.string().nullable());
const byForm: Partial<Record<ResourceField["form"], z.ZodType>> = {
  id: textChangeSchema,
  text: textChangeSchema,
  word: textChangeSchema,
  time: textChangeSchema,
  integer: changeSchema("IntegerChange", z.int()),
  number: changeSchema("NumberChange", z.number().nullable()),
  boolean: changeSchema("BooleanChange", z.boolean()),
  list: changeSchema("ListChange", z.array(z.string())),
};

/** In TypeScript, values of changes are unknown, because the code that writes them compares fields of any type. */
type AnyChange = z.ZodObject<{ from: z.ZodUnknown; to: z.ZodUnknown }>;

/**
 * Returns the schemas of the fields that a change can contain.
 * @param own schemas of fields whose values have a more specific type.
 * @throws Error for a field that needs such a schema and has none.
 */
export function changesShape<F extends ResourceFields, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
  own: { [N in Name]?: z.ZodType },
): Record<Name, z.ZodOptional<AnyChange>> {
  const shape = names.map((name) => {
    const schema = own[name] ?? byForm[fields[name]?.form ?? "json"];
    if (!schema) throw new Error(`The field ${name} has no schema of its change`);
    return [name, schema.optional()];
  });
  return Object.fromEntries(shape);
}
