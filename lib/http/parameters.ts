/** One `name=value` of a query or form. `value` is null where name or value is not UTF-8 in percent encoding. */
interface Parameter {
  name: string;
  value: string | null;
}

/**
 * Reads `application/x-www-form-urlencoded` text. `URLSearchParams` would turn malformed escapes and bytes into other
 * text (U+FFFD), and what was sent would be searched for or stored as something else.
 */
export function* parametersOf(text: string): Generator<Parameter> {
  for (const part of text.split("&")) {
    if (part === "") continue;
    const mark = part.indexOf("=");
    const [sentName, sentValue] = mark === -1 ? [part, ""] : [part.slice(0, mark), part.slice(mark + 1)];
    const name = decoded(sentName);
    yield { name: name ?? sentName, value: name === null ? null : decoded(sentValue) };
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
