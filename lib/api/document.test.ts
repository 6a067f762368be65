import { describe, expect, it, vi } from "vitest";
import type { oas31 } from "zod-openapi";
import { errorCodes } from "@/lib/errors";
import {
  bodyType,
  errorProtocol,
  errorStatus,
  errorsOf,
  type Operation,
  takesKey,
  transportErrors,
} from "@/lib/http/operation";
import { catalog, openApiDocument, publicCatalog, referenceOrder } from "./catalog";
import { tagDescriptions } from "./document";
import { oauthErrorSchema } from "./oauth-errors";
import { problemExample, problemGuides, problemSchema } from "./problems";

vi.stubEnv("BASE_URL", "https://sightline.example");
const document = openApiDocument();
const described = (operation: Operation) =>
  document.paths?.[operation.path]?.[operation.method.toLowerCase() as "get" | "post" | "patch" | "delete"];
function reply(operation: Operation, status: number): oas31.ResponseObject {
  const response: oas31.ResponseObject | oas31.ReferenceObject = described(operation)?.responses?.[status];
  if (!response || !("$ref" in response)) return response ?? { description: "absent" };
  const shared = document.components?.responses?.[String(response.$ref).slice("#/components/responses/".length)];
  return (shared ?? { description: "dangling" }) as oas31.ResponseObject;
}
/** Patterns for the examples of streams that aren't JSON, by media type. */
const exampleForms: Record<string, RegExp> = {
  "text/csv": /^[a-z_]+(?:,[a-z_.]+)+\r\n.+\r\n$/,
  "text/event-stream": /^id: \S+\nevent: [a-z_.]+\ndata: \{.+\}\n\n$/,
};
const everyOperation = publicCatalog.map((operation) => [operation.id, operation] as const);

describe("the OpenAPI document", () => {
  it("describes every public operation under a unique ID", () => {
    const ids = Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path).map(({ operationId }: oas31.OperationObject) => operationId),
    );
    expect([...ids].sort()).toEqual(publicCatalog.map(({ id }) => id).sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(referenceOrder)).toEqual(new Set(publicCatalog));
  });

  it("points to the batch operation and list that accept several bodies", () => {
    const named = catalog.flatMap(({ many }) => (many ? [many] : []));
    const batches = catalog.filter(({ batch, method }) => batch !== undefined && method === "POST");
    for (const { path, list } of named) expect(batches).toContainEqual(expect.objectContaining({ path, batch: list }));
    expect(named.length).toBeGreaterThan(2);
  });

  it("omits internal operations", () => {
    const internal = catalog.filter((operation) => !publicCatalog.includes(operation));
    expect(internal.length).toBeGreaterThan(0);
    const text = JSON.stringify(document);
    for (const operation of internal) {
      expect(described(operation)).toBeUndefined();
      expect(text).not.toContain(`"${operation.id}"`);
    }
    expect(document.paths).not.toHaveProperty("/sign-up");
    expect(document.paths).not.toHaveProperty("/keys");
  });

  it("declares only API keys and OAuth tokens for authentication", () => {
    const schemes = document.components?.securitySchemes ?? {};
    expect(Object.keys(schemes)).toEqual(["apiKey", "oauth2"]);
    expect(schemes.apiKey).toMatchObject({ type: "apiKey", in: "header", name: "Authorization" });
    expect(schemes.oauth2).toMatchObject({
      flows: {
        clientCredentials: { tokenUrl: "https://sightline.example/api/v1/oauth/token" },
        authorizationCode: { authorizationUrl: "https://sightline.example/oauth/authorize" },
      },
    });
    expect(document.info.version).toBe("0.1.0");
    expect(document.servers?.[0]?.url).toBe("https://sightline.example/api/v1");
  });

  it("is the same object on every call", () => {
    expect(openApiDocument()).toBe(document);
  });

  it("references only existing components", () => {
    const names = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
    const components = document.components as Record<string, Record<string, unknown>>;
    for (const [, group = "", name = ""] of names) expect(components[group], `${group}/${name}`).toHaveProperty([name]);
  });

  it.each(everyOperation)("lists every error code of %s by status, with an example", (_, operation) => {
    for (const code of errorsOf(operation)) {
      const { content: contents, description } = reply(operation, errorStatus(operation, code));
      const protocol = errorProtocol(operation, code);
      if (protocol) {
        const example = contents?.["application/json"]?.examples?.[code] as oas31.ExampleObject;
        expect(protocol.schemas[`${protocol.name}Error`]?.safeParse(example.value).error).toBeUndefined();
        continue;
      }
      if (operation.form && !transportErrors.includes(code)) {
        const example = contents?.["application/json"]?.examples?.[code];
        expect(oauthErrorSchema.safeParse((example as oas31.ExampleObject).value).error).toBeUndefined();
        continue;
      }
      const content = contents?.["application/problem+json"];
      expect(content?.schema).toEqual({ $ref: "#/components/schemas/Problem" });
      expect(description).toContain(`\`${code}\``);
      expect(content?.examples?.[code]).toMatchObject({ value: { code, status: errorCodes[code].status } });
    }
  });

  it.each(everyOperation)("documents %s with a described tag, its scope and valid examples", (_, operation) => {
    const entry = described(operation);
    expect(entry?.summary).toMatch(/^[A-Z][^.]{4,59}$/);
    expect(operation.description, "a description that says more than the summary").toMatch(/^[A-Z`].{19,}\.$/s);
    expect(tagDescriptions).toHaveProperty(operation.tag);
    expect(entry?.["x-required-scope"]).toBe(
      typeof operation.access === "object" && "scope" in operation.access ? operation.access.scope : undefined,
    );
    const body = entry?.requestBody as oas31.RequestBodyObject | undefined;
    expect(body?.required).toBe(operation.body ? !operation.bodyOptional : undefined);
    const examples = Object.values(body?.content[bodyType(operation)]?.examples ?? {}) as oas31.ExampleObject[];
    expect(examples.length > 0).toBe(operation.body !== undefined);
    for (const { value } of examples) expect(operation.body?.safeParse(value).error).toBeUndefined();
    for (const status of [operation.status, ...(operation.otherStatus ? [operation.otherStatus.status] : [])]) {
      const content = reply(operation, status).content ?? {};
      expect(Object.keys(content)).toEqual(operation.streams ?? (operation.response ? ["application/json"] : []));
      for (const [type, { schema, example }] of Object.entries(content)) {
        if ((schema as oas31.SchemaObject).type === "string") expect(example).toMatch(exampleForms[type] ?? /^$/);
        else expect(operation.response?.safeParse(example).error).toBeUndefined();
      }
      expect(reply(operation, status).headers).toHaveProperty("X-Request-Id");
    }
  });

  it("describes every field and parameter", () => {
    expect(undescribed(document)).toEqual([]);
  });

  it.each(everyOperation.filter(([, { access }]) => typeof access === "object" && "scope" in access))(
    "declares security by API key or scoped token for %s",
    (_, operation) => {
      const scope = described(operation)?.["x-required-scope"];
      expect(described(operation)?.security).toEqual([{ apiKey: [] }, { oauth2: [scope] }]);
    },
  );

  it.each(everyOperation.filter(([, operation]) => takesKey(operation)))(
    "declares an Idempotency-Key for %s",
    (_, operation) => {
      expect(described(operation)?.parameters).toContainEqual({ $ref: "#/components/parameters/Idempotency-Key" });
    },
  );
});

describe("error examples", () => {
  it.each(Object.keys(errorCodes) as (keyof typeof errorCodes)[])(
    "are valid problem documents that link to their explanation: %s",
    (code) => {
      const example = problemExample(code);
      expect(problemSchema.safeParse(example).error).toBeUndefined();
      expect(example.type).toMatch(new RegExp(`/docs/errors#${code}$`));
      expect(example).toMatchObject({ code, detail: problemGuides[code].example().message });
    },
  );
});

/** Returns the paths of the document's fields and parameters that have no description. */
function undescribed({ components = {}, paths = {} }: oas31.OpenAPIObject): string[] {
  const fields = Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => bareFields(schema, name));
  const parameters = Object.entries(paths).flatMap(([path, entry]) =>
    Object.entries(entry as Record<string, oas31.OperationObject>).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter((parameter) => "name" in parameter && !parameter.description)
        .map((parameter) => `${method} ${path} ${(parameter as oas31.ParameterObject).name}`),
    ),
  );
  return [...fields, ...parameters];
}

function bareFields(schemaOrRef: oas31.SchemaObject | oas31.ReferenceObject, place: string): string[] {
  const schema = schemaOrRef as oas31.SchemaObject;
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((part) => part !== undefined);
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...properties.filter(([, field]) => !isDescribed(field)).map(([name]) => `${place}.${name}`),
    ...properties.flatMap(([name, field]) => bareFields(field, `${place}.${name}`)),
    ...inner.flatMap((part) => bareFields(part, place)),
  ];
}

const isDescribed = (field: oas31.SchemaObject | oas31.ReferenceObject) =>
  "$ref" in field || Boolean(field.description);
