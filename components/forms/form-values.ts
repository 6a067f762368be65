/** The text of each form field by name. */
export type FormValues<Field extends string> = Record<Field, string>;

/** Reads the fields of a form. A field that isn't rendered keeps its value. */
export function readFields<Field extends string>(known: FormValues<Field>, data: FormData): FormValues<Field> {
  return mapFields(known, (text, name) => (data.has(name) ? String(data.get(name)) : text));
}

/** Trims values, except passwords and multi-line text. */
export function trimFields<Field extends string>(values: FormValues<Field>): FormValues<Field> {
  return mapFields(values, (text, name) => (name.endsWith("password") || text.includes("\n") ? text : text.trim()));
}

/** Updates fields that still have their old value to the new one, and keeps what the reader typed. */
export function followFields<Field extends string>(
  values: FormValues<Field>,
  before: FormValues<Field>,
  now: FormValues<Field>,
): FormValues<Field> {
  return mapFields(values, (text, name) => (text === before[name] ? now[name] : text));
}

/** Returns the value of a choice field, or `otherwise` if it isn't one of the choices. */
export function chosenOf<const Choice extends string>(
  choices: readonly Choice[],
  text: string,
  otherwise: NoInfer<Choice>,
): Choice {
  return choices.find((choice) => choice === text) ?? otherwise;
}

/** Returns whether any field differs, ignoring surrounding spaces. */
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
