import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { alertCreateSchema, alertListQuerySchema, useCaseSchema } from "@/lib/alerts/schema";
import { cameraCreateSchema } from "@/lib/cameras/schema";
import { errorCodes } from "@/lib/errors";
import { idSchema, nameSchema, timezoneSchema } from "@/lib/http/wire";
import { noteCreateSchema } from "@/lib/notes/schema";
import { openApiDocument } from "./catalog";
import type { OpenApiSchema } from "./examples";

vi.stubEnv("BASE_URL", "https://sightline.example");
const document = openApiDocument();
const components = document.components ?? {};
const operations = Object.values(document.paths ?? {}).flatMap(
  (path) => Object.values(path) as oas31.OperationObject[],
);

interface Place {
  at: string;
  schema: OpenApiSchema;
  /** Whether this schema is a component, which has a name. */
  isNamed: boolean;
}

/**
 * Returns a schema and all schemas nested in it. It doesn't follow references, because components are traversed
 * separately.
 */
function placesIn(at: string, given: object | undefined, isNamed = false): Place[] {
  const schema = (given ?? {}) as OpenApiSchema;
  if (schema.$ref) return [{ at, schema, isNamed }];
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    { at, schema, isNamed },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => placesIn(`${at}.${name}`, field)),
    ...(schema.items ? placesIn(`${at}[]`, schema.items) : []),
    ...(typeof schema.additionalProperties === "object" ? placesIn(`${at}{}`, schema.additionalProperties) : []),
    ...options.flatMap((option, index) => placesIn(`${at}/${index}`, option)),
  ];
}

const contentsOf = (at: string, content: oas31.ContentObject = {}) =>
  Object.entries(content).flatMap(([type, { schema }]) => placesIn(`${at} ${type}`, schema));
const parametersOf = (at: string, parameters: oas31.OperationObject["parameters"] = []) =>
  parameters.flatMap((one) => ("name" in one ? placesIn(`${at} ${one.name}`, one.schema) : []));
const responsesOf = (at: string, responses: object = {}) =>
  Object.entries(responses as Record<string, oas31.ResponseObject>).flatMap(([status, { content }]) =>
    contentsOf(`${at} ${status}`, content),
  );

const places = [
  ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => placesIn(name, schema, true)),
  ...parametersOf("parameter", Object.values(components.parameters ?? {})),
  ...responsesOf("response", components.responses),
  ...operations.flatMap(({ operationId = "", parameters, requestBody, responses }) => [
    ...parametersOf(operationId, parameters),
    ...contentsOf(operationId, (requestBody as oas31.RequestBodyObject | undefined)?.content),
    ...responsesOf(operationId, responses),
  ]),
];
const placesWhere = (test: (place: Place) => unknown) => places.filter(test).map(({ at }) => at);
const typesOf = ({ type }: OpenApiSchema) => [type ?? []].flat();

describe("the OpenAPI document for code generators", () => {
  it("defines every object, map and enum as a named component", () => {
    const isMade = ({ schema }: Place) => typesOf(schema).includes("object") || schema.enum || schema.properties;
    expect(placesWhere((place) => !place.isNamed && isMade(place))).toEqual([]);
  });

  it("uses unions only between a component and null", () => {
    const options = (schema: OpenApiSchema) => (schema.anyOf ?? []) as OpenApiSchema[];
    const isNullable = ([some, none, ...more]: OpenApiSchema[]) => some?.$ref && none?.type === "null" && !more.length;
    expect(placesWhere(({ schema }) => schema.anyOf && !isNullable(options(schema)))).toEqual([]);
    expect(placesWhere(({ schema }) => schema.oneOf ?? schema.allOf ?? schema.not)).toEqual([]);
    expect(placesWhere(({ schema }) => schema.enum?.includes(null) || typesOf(schema).length > 2)).toEqual([]);
  });

  it("types everything except the values of a change", () => {
    const isUntyped = ({ $ref, type, anyOf }: OpenApiSchema) => !$ref && !type && !anyOf;
    expect(placesWhere(({ at, schema }) => isUntyped(schema) && !at.endsWith("{}"))).toEqual([
      "FieldChange.from",
      "FieldChange.to",
    ]);
  });

  it("uses bare references for parameters and double format for numbers", () => {
    for (const { parameters = [] } of operations) {
      for (const parameter of parameters) {
        if ("name" in parameter && parameter.schema?.$ref) expect(Object.keys(parameter.schema)).toEqual(["$ref"]);
      }
    }
    expect(placesWhere(({ schema }) => typesOf(schema).includes("number") && schema.format !== "double")).toEqual([]);
  });

  it("uses one of three failure bodies and lists every error code", () => {
    const failures = operations.flatMap(({ responses = {} }) =>
      Object.entries(responses).filter(([status]) => Number(status) >= 400),
    );
    for (const [, response] of failures) expect(response).toEqual({ $ref: expect.stringMatching(/^#\/components\//) });
    const bodies = Object.values(components.responses ?? {}).flatMap((response) =>
      Object.values((response as oas31.ResponseObject).content ?? {}).map(({ schema }) => JSON.stringify(schema)),
    );
    expect([...new Set(bodies)].sort()).toEqual([
      '{"$ref":"#/components/schemas/OAuthError"}',
      '{"$ref":"#/components/schemas/PagerDutyError"}',
      '{"$ref":"#/components/schemas/Problem"}',
    ]);
    expect(components.schemas?.ErrorCode).toMatchObject({ enum: Object.keys(errorCodes) });
  });

  it("uses portable patterns anchored at the start", () => {
    for (const { at, schema } of places) {
      if (schema.pattern === undefined) continue;
      expect(schema.pattern, at).not.toMatch(/\\[pPuxk]|\(\?[!=<]/);
      expect(schema.pattern, at).toMatch(/^\^/);
    }
  });

  it.each<[string, z.ZodType, taken: string[], refused: string[]]>([
    [
      "an id",
      idSchema("alert"),
      ["alert_01k9t0w5a7f0gs3m5h1v2c4x6z"],
      ["", "alert_", "camera_01k9t0w5a7f0gs3m5h1v2c4x6z", "alert_01K9T0W5A7F0GS3M5H1V2C4X6Z", "alert_8", " alert_01"],
    ],
    ["a name", nameSchema(50), ["a", " a ", "é", "💥", "\na"], ["", " ", "\t\n", "\u00a0"]],
    [
      "a use case",
      useCaseSchema,
      ["a", " a ", "A b_c-D", `\n${"x".repeat(64)}\t`],
      ["", " ", "ä", "a\tb", "x".repeat(65), "a.b"],
    ],
    ["a time zone", timezoneSchema, ["UTC", "Europe/Berlin", "Etc/GMT+1"], ["", "europe/berlin", "+01:00", "UTC "]],
    ["a note", noteCreateSchema.shape.body, ["x", " x", "\n\nx"], ["", "  ", "\n"]],
    [
      "an address",
      cameraCreateSchema.shape.ip_address,
      ["10.0.0.8", "::", "::1", "1:2:3:4:5:6:7:8", "::2:3:4:5:6:7:8", "::ffff:1.2.3.4", "64:ff9b::1.2.3.4"],
      ["", "localhost", "1.2.3", "fe80::1%eth0", "10.0.0.8/8", "12345::"],
    ],
    [
      "a stream",
      cameraCreateSchema.shape.stream_url,
      ["rtsp://a/b", "RTSPS://a", "https://a.example"],
      ["", "http://a.example", "ftp://a", "a.example"],
    ],
    [
      "an assignee to filter by",
      alertListQuerySchema.shape.assignee_id.unwrap().element,
      ["none", "user_01k9t0w5a7f0gs3m5h1v2c4x6z"],
      ["", "None", "nonexistent", "ada@example.com"],
    ],
    [
      "a link to media",
      alertCreateSchema.shape.media.unwrap().element.shape.url,
      ["https://a.example/1.jpg", "HTTPS://a.example"],
      ["http://a.example", "data:image/png", "a.example"],
    ],
  ])("has a pattern for %s that agrees with the validator", (_, schema, taken, refused) => {
    const pattern = new RegExp(patternOf(schema), "u");
    for (const text of taken)
      expect([text, schema.safeParse(text).success, pattern.test(text)]).toEqual([text, true, true]);
    for (const text of refused)
      expect([text, schema.safeParse(text).success, pattern.test(text)]).toEqual([text, false, false]);
  });
});

/** Returns the documented pattern of a schema, or of the schema inside an optional or nullable one. */
function patternOf(schema: z.ZodType): string {
  const { override } = (schema.meta() ?? {}) as { override?: { pattern?: string } };
  if (override?.pattern) return override.pattern;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return patternOf(schema.unwrap() as z.ZodType);
  throw new Error("The schema has no pattern");
}
