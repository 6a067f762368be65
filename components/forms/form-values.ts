/** The text of each field of a form by its name. */
export type FormValues<Field extends string> = Record<Field, string>;

/** What the fields of a form say; a field that is not on the screen keeps what it said. */
export function readFields<Field extends string>(known: FormValues<Field>, data: FormData): FormValues<Field> {
  return mapFields(known, (text, name) => (data.has(name) ? String(data.get(name)) : text));
}

/** Passwords and several lines count as they were typed, anything else without the spaces around it. */
export function trimFields<Field extends string>(values: FormValues<Field>): FormValues<Field> {
  return mapFields(values, (text, name) => (name.endsWith("password") || text.includes("\n") ? text : text.trim()));
}

/** Fields that still say what they said before say what is true now; the others keep what was typed. */
export function followFields<Field extends string>(
  values: FormValues<Field>,
  before: FormValues<Field>,
  now: FormValues<Field>,
): FormValues<Field> {
  return mapFields(values, (text, name) => (text === before[name] ? now[name] : text));
}

/** What a field of choices says; `otherwise` when that is none of them. */
export function chosenOf<const Choice extends string>(
  choices: readonly Choice[],
  text: string,
  otherwise: NoInfer<Choice>,
): Choice {
  return choices.find((choice) => choice === text) ?? otherwise;
}

/** Whether any field says something else, apart from spaces around it. */
export function differ<Field extends string>(some: FormValues<Field>, others: FormValues<Field>): boolean {
  return namesOf(some).some((name) => some[name].trim() !== others[name].trim());
}

/** The names of a form's fields, in the order in which they were declared. */
export function namesOf<Field extends string>(values: FormValues<Field>): Field[] {
  return Object.keys(values) as Field[];
}

function mapFields<Field extends string>(
  values: FormValues<Field>,
  change: (text: string, name: Field) => string,
): FormValues<Field> {
  return Object.fromEntries(namesOf(values).map((name) => [name, change(values[name], name)])) as FormValues<Field>;
}
