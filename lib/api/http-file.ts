import { env } from "@/lib/env";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import { API_VERSION } from "./document";
import { type ExampleParameter, type ExampleRequest, FORM_TYPE, fillForm, requestGroups } from "./requests";

/**
 * Returns all public operations as an `.http` file for the HTTP clients of editors (VS Code, JetBrains, Visual
 * Studio).
 */
export function httpFile(): string {
  const groups = requestGroups();
  const ids = groups.flatMap(({ requests }) => requests.flatMap((request) => request.pathParameters));
  const variables = new Map(ids.map((parameter) => [variableOf(parameter), parameter.example]));
  const parts = [
    [
      `# Sightline Integration API ${API_VERSION}`,
      "# Set your key here or, preferably, in your editor's environment.",
      `@base_url = ${env().BASE_URL}/api/v1`,
      `@${KEY_VARIABLE} = sl_key_`,
      "@client_id = sl_app_",
      "@client_secret = sl_secret_",
      ...[...variables].map(([name, value]) => `@${name} = ${value}`),
    ].join("\n"),
    ...groups.flatMap(({ requests }) => requests.map(requestText)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns the variable name of a path parameter. For `id`, it is derived from the ID's type, such as `alert_id`. */
function variableOf({ name, example }: ExampleParameter): string {
  const kind = /^([a-z]+)_/.exec(example)?.[1];
  return name === "id" && kind ? `${kind}_id` : name;
}

function requestText(request: ExampleRequest): string {
  const { id, summary, method, body, form, isPublic, success } = request;
  return [
    `### ${summary}`,
    `# @name ${id}`,
    `${method} {{base_url}}${pathOf(request)}`,
    ...(isPublic ? [] : [`Authorization: Bearer {{${KEY_VARIABLE}}}`]),
    ...(success ? [`Accept: ${success.type}`] : []),
    ...(body === undefined ? [] : ["Content-Type: application/json", "", JSON.stringify(body, null, 2)]),
    ...(form ? [`Content-Type: ${FORM_TYPE}`, "", formText(form)] : []),
  ].join("\n");
}

function formText(form: Record<string, string>): string {
  return fillForm(form, (name) => `{{${name}}}`)
    .map(([name, value]) => `${name}=${value.startsWith("{{") ? value : encodeURIComponent(value)}`)
    .join("&");
}

function pathOf({ path, pathParameters: parameters, query }: ExampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.name === name);
    return parameter ? `{{${variableOf(parameter)}}}` : whole;
  });
  const needed = query.filter(({ required }) => required);
  const search = needed.map(({ name, example }) => `${name}=${encodeURIComponent(example)}`).join("&");
  return search ? `${filled}?${search}` : filled;
}
