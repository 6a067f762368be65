import { z } from "zod";
import { fieldNames, type ResourceFields } from "./fields";
import { actorSchema, textSchema } from "./wire";

const shapes = {
  id: z.string(),
  time: z.string(),
  text: z.string(),
  word: z.string(),
  integer: z.int(),
  number: z.number(),
  boolean: z.boolean(),
  list: z.array(z.string()),
  actor: actorSchema,
  json: z.unknown(),
};

type Checks<F extends ResourceFields> = Partial<Record<keyof F, z.ZodType>>;
type FreeText = z.ZodOptional<z.ZodNullable<z.ZodString>>;

/**
 * Returns the schemas of fields that callers may send. A field without its own schema in `own` is text with a
 * maximum length.
 * @throws Error for a field that has neither.
 */
export function sentShape<F extends ResourceFields, Name extends keyof F & string, Own extends Checks<F>>(
  fields: F,
  names: readonly Name[],
  own: Own,
): { [N in Name]: N extends keyof Own ? Own[N] : FreeText } {
  const shape = names.map((name) => {
    const field = fields[name];
    const length = field?.form === "text" ? field.maxLength : undefined;
    const check = own[name] ?? (length === undefined ? undefined : textSchema(length).nullish());
    if (!check) throw new Error(`The field ${name} has neither its own check nor a maximum length`);
    return [name, described(check, field?.description)];
  });
  return Object.fromEntries(shape);
}

/**
 * Returns the schemas of a reply's fields. A field without its own schema in `own` gets one by its type.
 * @param isNullable whether the field's column is nullable.
 */
export function replyShape<F extends ResourceFields, Nullable extends keyof F, Own extends Checks<F>>(
  fields: F,
  isNullable: (name: keyof F & string) => boolean,
  own: Own,
): {
  [N in keyof F]: N extends keyof Own
    ? Own[N]
    : N extends Nullable
      ? z.ZodNullable<(typeof shapes)[F[N]["form"]]>
      : (typeof shapes)[F[N]["form"]];
} {
  const shape = fieldNames(fields).map((name) => {
    const { form, description } = fields[name] as F[string];
    const plain: z.ZodType = shapes[form];
    return [name, described(own[name] ?? (isNullable(name) ? plain.nullable() : plain), description)];
  });
  return Object.fromEntries(shape);
}

const described = (schema: z.ZodType, description: string | undefined) =>
  description === undefined || schema.description !== undefined ? schema : schema.meta({ description });
