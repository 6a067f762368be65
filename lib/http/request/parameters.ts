/** One `name=value` of a query or form. `value` is null where name or value is not UTF-8 in percent encoding. */
interface Parameter {
  name: string;
  value: string | null;
}

/**
 * Reads `application/x-www-form-urlencoded` text. `URLSearchParams` would replace malformed escapes and bytes by U+FFFD,
 * so that a search or a stored value would differ from the text that was sent.
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
