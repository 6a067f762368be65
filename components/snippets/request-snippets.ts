import { KEY_VARIABLE } from "@/lib/keys/key-variable";

export interface SnippetRequest {
  method: string;
  /** The absolute URL. It can contain environment variables, such as `$ALERT_ID`. */
  url: string;
  /** Whether the request sends the key, which snippets read from the environment. */
  authorized: boolean;
  headers?: Record<string, string>;
  /** The body as a JSON value, or as the exact text of a body that may not be valid JSON. */
  body?: unknown;
  /** The parameters of a form, sent instead of a body. */
  form?: Record<string, string>;
  /** The type of a successful reply: one JSON document by default, a text stream, or nothing. */
  reply?: "json" | "stream" | "none";
}

/** Quotes text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const VARIABLE = /\$([A-Z_]+)/g;

/** Quotes text as one word of a POSIX shell. Environment variables in it are expanded. */
function shellWord(text: string): string {
  return text.search(VARIABLE) !== -1 ? `"${text}"` : shellQuoted(text);
}

function javascriptText(text: string): string {
  const filled = text.replace(VARIABLE, (_, name: string) => `\${process.env.${name}}`);
  return filled === text ? `"${text}"` : `\`${filled}\``;
}

function pythonText(text: string): string {
  const filled = text.replace(VARIABLE, "{os.environ['$1']}");
  return filled === text ? `"${text}"` : `f"${filled}"`;
}

function bodyText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

export function curlSnippet({ method, url, authorized, headers = {}, body, form, reply }: SnippetRequest): string {
  const lines = [`curl ${reply === "stream" ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}${shellWord(url)}`];
  if (authorized) lines.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(bodyText(body))}`);
  }
  for (const [name, value] of Object.entries(form ?? {}))
    lines.push(`--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return lines.join(" \\\n  ");
}

const javascriptPrinting = {
  json: ["console.log(await response.json());"],
  stream: [
    "for await (const part of response.body.pipeThrough(new TextDecoderStream())) {",
    "  process.stdout.write(part);",
    "}",
  ],
  none: [],
};
const pythonPrinting = {
  json: ["print(response.json())"],
  stream: ["for line in response.iter_lines(decode_unicode=True):", "    print(line)"],
  none: [],
};

function javascriptSnippet({
  method,
  url,
  authorized,
  headers = {},
  body,
  form,
  reply = "json",
}: SnippetRequest): string {
  const entries = [
    ...(authorized ? [`    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`] : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    ...Object.entries(headers).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(entries.length > 0 ? ["  headers: {", ...entries, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), "  ")}),`]),
    ...(form ? [`  body: new URLSearchParams(${indented(JSON.stringify(form, null, 2), "  ")}),`] : []),
  ];
  const call =
    options.length > 0 ? `fetch(${javascriptText(url)}, {\n${options.join("\n")}\n})` : `fetch(${javascriptText(url)})`;
  return [
    `const response = await ${call};`,
    "if (!response.ok) throw new Error(await response.text());",
    ...javascriptPrinting[reply],
  ].join("\n");
}

function pythonSnippet({ method, url, authorized, headers = {}, body, form, reply = "json" }: SnippetRequest): string {
  const entries = [
    ...(authorized ? [`        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`] : []),
    ...Object.entries(headers).map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const lines = [
    `    ${pythonText(url)},`,
    ...(entries.length > 0 ? ["    headers={", ...entries, "    },"] : []),
    ...(body === undefined ? [] : [`    json=${indented(pythonValue(body), "    ")},`]),
    ...(form ? [`    data=${indented(pythonValue(form), "    ")},`] : []),
    reply === "stream" ? "    stream=True," : "    timeout=10,",
  ];
  return [
    ...(authorized ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    ...lines,
    ")",
    "response.raise_for_status()",
    ...pythonPrinting[reply],
  ].join("\n");
}

const indented = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** Formats a JSON value as a Python literal. */
function pythonValue(value: unknown, indent = ""): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => deeper + pythonValue(item, deeper))
    : Object.entries(value).map(([name, item]) => `${deeper}${JSON.stringify(name)}: ${pythonValue(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(",\n")},\n${indent}${close}`;
}

/** Returns the request as code in all languages of the docs. */
export function codeSamples(request: SnippetRequest): { label: string; code: string }[] {
  return [
    { label: "curl", code: curlSnippet(request) },
    { label: "JavaScript", code: javascriptSnippet(request) },
    { label: "Python", code: pythonSnippet(request) },
  ];
}
