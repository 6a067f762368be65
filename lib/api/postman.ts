import { env } from "@/lib/env";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import { openApiDocument } from "./catalog";
import { API_VERSION } from "./document";
import {
  APP_VARIABLES,
  type ExampleParameter,
  type ExampleRequest,
  FORM_TYPE,
  fillForm,
  requestGroups,
} from "./requests";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * Returns all public operations as a Postman collection (format 2.1). It has a folder per tag, and `base_url` and
 * `SIGHTLINE_API_KEY` as variables.
 */
export function postmanCollection() {
  const { info } = openApiDocument();
  return {
    info: { name: info.title, description: info.description ?? "", version: API_VERSION, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: `{{${KEY_VARIABLE}}}`, type: "string" }] },
    variable: [
      { key: "base_url", value: `${env().BASE_URL}/api/v1`, type: "string" },
      { key: KEY_VARIABLE, value: "", type: "string" },
      ...APP_VARIABLES.map((key) => ({ key, value: "", type: "string" })),
    ],
    item: requestGroups().map(({ tag, description, requests }) => ({
      name: tag,
      description,
      item: requests.map((request) => ({
        name: request.summary,
        request: requestOf(request),
        response: replies(request),
      })),
    })),
  };
}

function requestOf(request: ExampleRequest) {
  const { method, description, body, form, isPublic, path, pathParameters: parameters, query, success } = request;
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const needed = query.filter(({ required }) => required).map(({ name, example }) => `${name}=${example}`);
  return {
    method,
    description,
    ...(isPublic && { auth: { type: "noauth" } }),
    header: [
      ...(success ? [{ key: "Accept", value: success.type }] : []),
      ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ...(form ? [{ key: "Content-Type", value: FORM_TYPE }] : []),
    ],
    ...(body !== undefined && {
      body: { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } },
    }),
    ...(form && {
      body: {
        mode: "urlencoded",
        urlencoded: fillForm(form, (name) => `{{${name}}}`).map(([key, value]) => ({ key, value, type: "text" })),
      },
    }),
    url: {
      raw: `{{base_url}}/${segments}${needed.length > 0 ? `?${needed.join("&")}` : ""}`,
      host: ["{{base_url}}"],
      path: segments.split("/"),
      // Optional parameters are included but disabled.
      query: query.map((parameter) => ({ ...variableOf(parameter), disabled: !parameter.required })),
      variable: parameters.map(variableOf),
    },
  };
}

const variableOf = ({ name, example, description }: ExampleParameter) => ({ key: name, value: example, description });

/** Returns the example response that Postman shows with a request. */
function replies(request: ExampleRequest) {
  const { success } = request;
  if (!success) return [];
  const { status, type, example } = success;
  const body = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return [
    {
      name: "Example",
      originalRequest: requestOf(request),
      code: status,
      status: status === 201 ? "Created" : "OK",
      header: [{ key: "Content-Type", value: type }],
      body,
      _postman_previewlanguage: type === "application/json" ? "json" : "text",
    },
  ];
}
