/** One `name=value` pair of a query or form. `value` is null if the pair isn't percent-encoded UTF-8. */
interface Parameter {
  name: string;
  value: string | null;
}

/**
 * Parses `application/x-www-form-urlencoded` text. `URLSearchParams` isn't used, because it replaces malformed
 * bytes with U+FFFD. A search or stored value could then differ from the text that was sent.
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
