/** The text of each form field, keyed by field name. */
export type FormValues<Field extends string> = Record<Field, string>;

/** Reads the values of a form's fields. A field that isn't rendered keeps its value from `known`. */
export function readFields<Field extends string>(known: FormValues<Field>, data: FormData): FormValues<Field> {
  return mapFields(known, (text, name) => (data.has(name) ? String(data.get(name)) : text));
}

/** Returns the trimmed values. Passwords and multi-line text stay unchanged. */
export function trimFields<Field extends string>(values: FormValues<Field>): FormValues<Field> {
  return mapFields(values, (text, name) => (name.endsWith("password") || text.includes("\n") ? text : text.trim()));
}

/**
 * Returns the values with fields that still equal `before` updated to `now`. Fields that the reader has changed
 * keep their text.
 */
export function followFields<Field extends string>(
  values: FormValues<Field>,
  before: FormValues<Field>,
  now: FormValues<Field>,
): FormValues<Field> {
  return mapFields(values, (text, name) => (text === before[name] ? now[name] : text));
}

/** Returns `text` if it is one of the choices, otherwise the choice `otherwise`. */
export function chosenOf<const Choice extends string>(
  choices: readonly Choice[],
  text: string,
  otherwise: NoInfer<Choice>,
): Choice {
  return choices.find((choice) => choice === text) ?? otherwise;
}

/** Returns whether any field differs between two sets of values, ignoring surrounding spaces. */
export function differ<Field extends string>(some: FormValues<Field>, others: FormValues<Field>): boolean {
  return namesOf(some).some((name) => some[name].trim() !== others[name].trim());
}

/** Returns the names of a form's fields, in declaration order. */
export function namesOf<Field extends string>(values: FormValues<Field>): Field[] {
  return Object.keys(values) as Field[];
}

function mapFields<Field extends string>(
  values: FormValues<Field>,
  change: (text: string, name: Field) => string,
): FormValues<Field> {
  return Object.fromEntries(namesOf(values).map((name) => [name, change(values[name], name)])) as FormValues<Field>;
}
