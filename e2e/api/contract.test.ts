import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "@/lib/api/catalog";
import { type Role, roleScopes, roles, scopes } from "@/lib/db/values";
import { errorCodes } from "@/lib/errors";
import { hasRole } from "@/lib/http/handle";
import { errorsOf, type Operation } from "@/lib/http/operation";
import { type ApiReply, doors, send } from "../fixtures/api";
import { exampleOf, pathOf } from "../fixtures/examples";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const needsPerson = ({ access }: Operation) => typeof access === "object" && "role" in access;
const isPublic = ({ access }: Operation) => access === "public";

describe.each(doors)("every operation through $name", ({ url }) => {
  let organization: TestOrganization;

  beforeEach(async () => {
    organization = await createTestOrganization();
  });

  async function credentials(operation: Operation, of: TestOrganization): Promise<Record<string, string>> {
    if (isPublic(operation)) return { Origin: url() };
    return needsPerson(operation) ? { ...(await of.person("admin")).headers, Origin: url() } : of.bearer();
  }

  function expectCommon(operation: Operation, reply: ApiReply): void {
    expect(reply.headers.get("x-request-id")).toMatch(/^request_[0-9a-z]{26}$/);
    expect(reply.headers.get("cache-control")).toBe("private, no-store");
    expect(reply.headers.get("ratelimit-policy")).toMatch(/^"(?:key|address)";q=\d+;w=\d+/);
    expect(reply.headers.get("ratelimit")).toMatch(/^"(?:key|address)";r=\d+;t=\d+/);
    const documented = new Set([
      operation.status,
      ...(operation.otherStatuses ?? []),
      ...errorsOf(operation).map((code) => errorCodes[code].status),
    ]);
    expect([...documented]).toContain(reply.status);
  }

  function expectProblem(operation: Operation, reply: ApiReply, status: number, code: string): void {
    expect({ operation: operation.id, status: reply.status, body: reply.json }).toMatchObject({
      operation: operation.id,
      status,
      body: { code, status },
    });
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expectCommon(operation, reply);
  }

  it.each(catalog.map((operation) => [operation.id, operation] as const))(
    "%s succeeds with exactly the declared reply",
    async (_, operation) => {
      const headers = await credentials(operation, organization);
      const example = await exampleOf(operation, organization, url());
      const reply = await send(url(), pathOf(operation, example), {
        method: operation.method,
        headers,
        body: example.body,
      });
      expect({ status: reply.status, text: reply.status === operation.status ? "" : reply.text }).toEqual({
        status: operation.status,
        text: "",
      });
      expectCommon(operation, reply);
      if (operation.response) expect(() => exact(operation.response as z.ZodType).parse(reply.json)).not.toThrow();
      else expect(reply.text).toBe("");
    },
  );

  it.each(catalog.filter((o) => !isPublic(o)).map((o) => [o.id, o] as const))(
    "%s without a credential is 401",
    async (_, operation) => {
      const example = await exampleOf(operation, organization, url());
      expectProblem(
        operation,
        await send(url(), pathOf(operation, example), { method: operation.method, body: example.body }),
        401,
        "unauthenticated",
      );
    },
  );

  it.each(catalog.filter((o) => typeof o.access === "object").map((o) => [o.id, o] as const))(
    "%s with the wrong scope or a machine's key is 403",
    async (_, operation) => {
      const { access } = operation;
      const granted =
        typeof access === "object" && "scope" in access ? scopes.filter((scope) => scope !== access.scope) : scopes;
      const example = await exampleOf(operation, organization, url());
      const call = { method: operation.method, headers: await organization.bearer(granted), body: example.body };
      const reply = await send(url(), pathOf(operation, example), call);
      if (needsPerson(operation)) return expectProblem(operation, reply, 403, "forbidden");
      expectProblem(operation, reply, 403, "insufficient_scope");
      expect(reply.json).toMatchObject({
        required_scopes: [(access as { scope: string }).scope],
        granted_scopes: granted,
      });
    },
  );

  it.each(catalog.filter((o) => !isPublic(o)).flatMap((o) => roles.map((role) => [o.id, role, o] as const)))(
    "%s as %s is as the role allows",
    async (_, role, operation) => {
      const example = await exampleOf(operation, organization, url());
      const { headers } = await organization.person(role);
      const call = { method: operation.method, headers: { ...headers, Origin: url() }, body: example.body };
      const reply = await send(url(), pathOf(operation, example), call);
      if (mayCall(role, operation)) expect(reply.status).toBe(operation.status);
      else expectProblem(operation, reply, 403, "forbidden");
    },
  );

  it.each(catalog.map((o) => [o.id, o] as const))("%s refuses an unknown query parameter", async (_, operation) => {
    const headers = await credentials(operation, organization);
    const example = await exampleOf(operation, organization, url());
    const call = { method: operation.method, headers, body: example.body };
    const reply = await send(url(), `${pathOf(operation, example)}?surprise=1`, call);
    expect(reply.json).toMatchObject({ code: "validation_failed", errors: [{ parameter: "surprise" }] });
  });

  it.each(catalog.filter((o) => o.body).map((o) => [o.id, o] as const))(
    "%s refuses an unknown field",
    async (_, operation) => {
      const headers = await credentials(operation, organization);
      const example = await exampleOf(operation, organization, url());
      const call = { method: operation.method, headers, body: { ...example.body, surprise: 1 } };
      const reply = await send(url(), pathOf(operation, example), call);
      expectProblem(operation, reply, 422, "validation_failed");
      expect(reply.json).toMatchObject({ errors: [{ pointer: "/surprise", code: "unknown_field" }] });
    },
  );

  it.each(catalog.filter((o) => o.params).map((o) => [o.id, o] as const))(
    "%s answers another organization's id as one that does not exist",
    async (_, operation) => {
      const stranger = await createTestOrganization();
      const example = await exampleOf(operation, organization, url());
      const headers = await credentials(operation, stranger);
      const call = { method: operation.method, headers, body: example.body };
      const foreign = await send(url(), pathOf(operation, example), call);
      expectProblem(operation, foreign, 404, "not_found");
      const id = example.params?.id ?? "";
      const absent = await send(url(), pathOf(operation, { params: { id: `${id.slice(0, -3)}000` } }), call);
      expectProblem(operation, absent, 404, "not_found");
      expect((foreign.json as { detail: string }).detail).toBe((absent.json as { detail: string }).detail);
    },
  );
});

function mayCall(role: Role, { access }: Operation): boolean {
  if (typeof access !== "object") return true;
  return "scope" in access ? roleScopes[role].includes(access.scope) : hasRole(role, access.role);
}

/** The declared shape with every object closed, so that a field that is not declared fails the test. */
function exact(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    return z.strictObject(
      Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, exact(part as z.ZodType)])),
    );
  }
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element as z.ZodType));
  if (schema instanceof z.ZodOptional) return exact(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return exact(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
