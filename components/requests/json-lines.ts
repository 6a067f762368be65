export interface JsonLine {
  text: string;
  /** The JSON pointer (RFC 6901) of the value that starts on this line. Null for a closing bracket. */
  pointer: string | null;
}

/**
 * Formats JSON like `JSON.stringify(value, null, 2)`. Returns each line with its JSON pointer. The other
 * parameters are for recursive calls.
 */
export function jsonLines(value: unknown, pointer = "", indent = "", name = "", end = ""): JsonLine[] {
  const isList = Array.isArray(value);
  const entries = value !== null && typeof value === "object" ? Object.entries(value) : [];
  if (entries.length === 0) return [{ text: `${indent}${name}${JSON.stringify(value)}${end}`, pointer }];
  const inner = entries.flatMap(([key, entry], index) =>
    jsonLines(
      entry,
      `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      `${indent}  `,
      isList ? "" : `${JSON.stringify(key)}: `,
      index < entries.length - 1 ? "," : "",
    ),
  );
  return [
    { text: `${indent}${name}${isList ? "[" : "{"}`, pointer },
    ...inner,
    { text: `${indent}${isList ? "]" : "}"}${end}`, pointer: null },
  ];
}
