import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "@/lib/api/catalog";
import type { ErrorCode } from "@/lib/errors";
import { hasRole } from "@/lib/http/access";
import type { Operation } from "@/lib/http/operation";
import { type Role, roleScopes, roles, scopes } from "@/lib/values";
import { type ApiCall, type ApiReply, send, servers } from "../fixtures/api";
import { documentedStatuses } from "../fixtures/coverage";
import {
  credentialsFor,
  type Example,
  exampleBody,
  examplePath,
  isPublic,
  needsPerson,
  operationExample,
} from "../fixtures/examples";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { expectedError } from "../fixtures/sentences";

const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.id, operation] as const);
const protectedOperations = catalog.filter((operation) => !isPublic(operation));
let checks = 0;

afterAll(() => {
  console.log(`contract: ${catalog.length} operations, ${checks} checked replies through ${servers.length} servers`);
});

describe.each(servers)("every operation on $name", ({ name, url }) => {
  let organization: TestOrganization;

  beforeEach(async () => {
    organization = await createTestOrganization();
  });

  interface Changes extends ApiCall {
    query?: Record<string, string>;
  }

  /** Sends an operation's example request. `changes` can replace its headers or body, and `query` adds parameters. */
  function call(operation: Operation, example: Example, { query, ...changes }: Changes): Promise<ApiReply> {
    checks += 1;
    const path = examplePath(operation, example, query);
    return send(url(), path, { method: operation.method, body: exampleBody(example), ...changes });
  }

  function expectCommon(operation: Operation, reply: ApiReply): void {
    expect(reply.headers.get("x-request-id")).toMatch(/^request_[0-9a-z]{26}$/);
    expect(reply.headers.get("cache-control")).toMatch(
      operation.constant && reply.status === 200 ? /^public, max-age=/ : /^private, no-store/,
    );
    expect(reply.headers.get("ratelimit-policy")).toMatch(/^"(?:key|person|address)";q=\d+;w=\d+/);
    expect(reply.headers.get("ratelimit")).toMatch(/^"(?:key|person|address)";r=\d+;t=\d+/);
    expect(documentedStatuses(operation)).toContain(reply.status);
  }

  function expectProblem(operation: Operation, reply: ApiReply, status: number, code: ErrorCode): void {
    const { type, ...expected } = expectedError(operation, code);
    expect({ operation: operation.id, status: reply.status, body: reply.json }).toMatchObject({
      operation: operation.id,
      ...expected,
    });
    if (!operation.protocol) expect(reply.status).toBe(status);
    expect(reply.headers.get("content-type")).toBe(type);
    expectCommon(operation, reply);
  }

  it.each(named(catalog))("%s succeeds and returns exactly the declared response", async (_, operation) => {
    const example = await operationExample(operation, organization, url());
    const headers = await credentialsFor(operation, organization, url(), example);
    const reply = await call(operation, example, { headers });
    const problem = reply.status === operation.status ? "" : reply.text;
    expect({ status: reply.status, problem }).toEqual({ status: operation.status, problem: "" });
    expectCommon(operation, reply);
    if (operation.streams) expectStream(operation, reply);
    else if (operation.response) expect(() => exact(operation.response as z.ZodType).parse(reply.json)).not.toThrow();
    else expect(reply.text).toBe("");
  });

  it.each(named(catalog.filter(({ streams }) => (streams?.length ?? 0) > 1)))(
    "%s returns each of its formats as requested by query and Accept header",
    async (_, operation) => {
      const example = await operationExample(operation, organization, url());
      const headers = await credentialsFor(operation, organization, url(), example);
      for (const type of operation.streams ?? []) {
        const reply = await call(operation, example, {
          headers: { ...headers, Accept: type },
          query: { format: formatOf(type) },
        });
        expect([reply.status, reply.headers.get("content-type")?.split(";")[0]]).toEqual([operation.status, type]);
        expectStream(operation, reply);
      }
    },
  );

  // The following behavior depends only on the handlers. Both servers share them, so one server is enough.
  if (name === "next start") return;

  it.each(named(catalog.filter(({ batch }) => batch !== undefined)))(
    "%s rejects an invalid row and processes the valid ones",
    async (_, operation) => {
      const example = await operationExample(operation, organization, url());
      const headers = await credentialsFor(operation, organization, url(), example);
      const list = operation.batch ?? "";
      const rows = example.body?.[list] as unknown[];
      const body = { ...example.body, [list]: [{ surprise: 1 }, ...rows] };
      const reply = await call(operation, example, { headers, body });
      expect(reply.status).toBe(operation.status);
      expect(() => exact(operation.response as z.ZodType).parse(reply.json)).not.toThrow();
      expect(reply.json).toMatchObject({
        results: [
          {
            index: 0,
            status: 422,
            problem: { code: "validation_failed", errors: expect.arrayContaining([expect.any(Object)]) },
          },
          ...rows.map((__, index) => ({ index: index + 1, status: expect.any(Number) })),
        ],
        succeeded: rows.length,
        failed: 1,
      });
    },
  );

  it.each(named(protectedOperations))("%s returns 401 without credentials", async (_, operation) => {
    const example = await operationExample(operation, organization, url());
    expectProblem(operation, await call(operation, example, {}), 401, "unauthenticated");
  });

  it.each(named(catalog.filter(({ access }) => typeof access === "object")))(
    "%s returns 403 for an API key without access",
    async (_, operation) => {
      const { access } = operation;
      const granted =
        typeof access === "object" && "scope" in access ? scopes.filter((scope) => scope !== access.scope) : scopes;
      const example = await operationExample(operation, organization, url());
      const reply = await call(operation, example, { headers: await organization.bearer(granted) });
      if (needsPerson(operation)) return expectProblem(operation, reply, 403, "forbidden");
      expectProblem(operation, reply, 403, "insufficient_scope");
      if (operation.protocol) return;
      const required = [(access as { scope: string }).scope];
      expect(reply.json).toMatchObject({ required_scopes: required, granted_scopes: granted });
    },
  );

  it.each(protectedOperations.flatMap((o) => roles.map((role) => [o.id, role, o] as const)))(
    "%s as %s succeeds only if the role allows it",
    async (_, role, operation) => {
      const example = await operationExample(operation, organization, url());
      const headers = example.headers ?? (await organization.person(role)).headers;
      const reply = await call(operation, example, { headers: { ...headers, Origin: url() } });
      if (mayCall(role, operation)) expect(reply.status).toBe(operation.status);
      else expectProblem(operation, reply, 403, "forbidden");
    },
  );

  it.each(named(catalog))("%s rejects an unknown query parameter", async (_, operation) => {
    const example = await operationExample(operation, organization, url());
    const headers = await credentialsFor(operation, organization, url(), example);
    const reply = await call(operation, example, { headers, query: { surprise: "1" } });
    expectProblem(operation, reply, 422, "validation_failed");
    const named = { parameter: "surprise", code: "unknown_parameter" };
    expect(reply.json).toMatchObject({ errors: [operation.protocol ? expect.stringMatching(/^'surprise': /) : named] });
  });

  it.each(named(catalog.filter(({ method, form, protocol }) => method !== "GET" && !form && !protocol)))(
    "%s rejects an unknown field",
    async (_, operation) => {
      const example = await operationExample(operation, organization, url());
      const headers = await credentialsFor(operation, organization, url(), example);
      const reply = await call(operation, example, { headers, body: { ...example.body, surprise: 1 } });
      expectProblem(operation, reply, 422, "validation_failed");
      expect(reply.json).toMatchObject({ errors: [{ pointer: "/surprise", code: "unknown_field" }] });
    },
  );

  // A constant reply is the same for all organizations.
  const ofOrganizations = catalog.filter(({ constant }) => !constant);
  it.each(ofOrganizations.flatMap((o) => Object.keys(o.params?.shape ?? {}).map((name) => [o.id, name, o] as const)))(
    "%s returns the same 404 for another organization's %s as for an unknown one",
    async (_, name, operation) => {
      const stranger = await createTestOrganization();
      const theirs = await operationExample(operation, organization, url());
      const own = await operationExample(operation, stranger, url());
      const headers = await credentialsFor(operation, stranger, url(), own);
      const withParameter = (value: string) => ({ ...own, params: { ...own.params, [name]: value } });
      const id = theirs.params?.[name] ?? "";
      const foreign = await call(operation, withParameter(id), { headers });
      expectProblem(operation, foreign, 404, "not_found");
      const absent = await call(operation, withParameter(`${id.slice(0, -3)}000`), { headers });
      expectProblem(operation, absent, 404, "not_found");
      const impossible = await call(operation, withParameter(id.replace(/\w{26}$/, `${"0".repeat(25)}1`)), { headers });
      expectProblem(operation, impossible, 404, "not_found");
      expect((foreign.json as { detail: string }).detail).toBe((absent.json as { detail: string }).detail);
    },
  );
});

function mayCall(role: Role, { access }: Operation): boolean {
  if (typeof access !== "object") return true;
  return "scope" in access ? roleScopes[role].includes(access.scope) : hasRole(role, access.role);
}

const formatOf = (type: string) => type.replace(/^\w+\/(?:x-)?/, "");

const streamForms: Record<string, RegExp> = {
  "text/csv": /^[a-z_."]+(?:,[a-z_."]+)+\r\n\S/,
  "text/event-stream": /^(?:(?:id|event|data|retry)?:.*\n)+\n/,
};

/**
 * Checks the first lines of a stream. CSV begins with its header, and each NDJSON line is one documented item. An
 * event stream sends an event or a comment.
 */
function expectStream(operation: Operation, { headers, text }: ApiReply): void {
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  expect(operation.streams).toContain(type);
  const form = streamForms[type];
  if (form) {
    expect(text).toMatch(form);
    return;
  }
  const items = text.split("\n").filter(Boolean);
  expect(items.length).toBeGreaterThan(0);
  const schema = exact(operation.response as z.ZodType);
  for (const item of items) expect(() => schema.parse(JSON.parse(item))).not.toThrow();
}

/** Returns the documented schema with every object closed, so that undocumented fields fail the test. */
function exact(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    // Objects that are documented as open, such as problem documents, stay open.
    if (schema.def.catchall) return schema;
    return z.strictObject(
      Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, exact(part as z.ZodType)])),
    );
  }
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element as z.ZodType));
  if (schema instanceof z.ZodOptional) return exact(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return exact(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
