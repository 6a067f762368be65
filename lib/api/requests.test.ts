import { describe, expect, it, vi } from "vitest";
import { publicCatalog } from "./catalog";
import { httpFile } from "./http-file";
import { postmanCollection } from "./postman";

vi.stubEnv("BASE_URL", "https://sightline.example");

const byId = [...publicCatalog].sort((a, b) => (a.id < b.id ? -1 : 1));

describe("the Postman collection", () => {
  const collection = postmanCollection();
  const requests = collection.item.flatMap((folder) => folder.item);

  it("uses format 2.1, a bearer token and the API's base URL", () => {
    expect(collection.info).toMatchObject({
      name: expect.any(String),
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    });
    expect(collection.auth).toEqual({
      type: "bearer",
      bearer: [{ key: "token", value: "{{SIGHTLINE_API_KEY}}", type: "string" }],
    });
    expect(collection.variable.map(({ key, value }) => [key, value])).toEqual([
      ["base_url", "https://sightline.example/api/v1"],
      ["SIGHTLINE_API_KEY", ""],
      ["client_id", ""],
      ["client_secret", ""],
    ]);
  });

  it("has a described folder per tag", () => {
    expect(collection.item.map(({ name }) => name).sort()).toEqual([...new Set(byId.map(({ tag }) => tag))].sort());
    for (const folder of collection.item) expect(folder.description.length).toBeGreaterThan(20);
  });

  it("contains every operation once", () => {
    const addresses = requests.map(({ request: { method, url } }) => {
      return `${method} /${url.path.map((part) => part.replace(/^:(.+)$/, "{$1}")).join("/")}`;
    });
    expect(addresses.sort()).toEqual(byId.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(requests.map((item) => [item.name, item] as const))("contains a valid request for %s", (_, item) => {
    const { method, url, header, body, auth, description } = item.request;
    expect(method).toMatch(/^(?:GET|POST|PATCH|DELETE)$/);
    expect(description.length).toBeGreaterThan(20);
    expect(url.host).toEqual(["{{base_url}}"]);
    expect(url.raw.split("?")[0]).toBe(`{{base_url}}/${url.path.join("/")}`);
    expect(url.variable.map(({ key }) => `:${key}`)).toEqual(url.path.filter((part) => part.startsWith(":")));
    for (const { key, value, description: words } of [...url.query, ...url.variable]) {
      expect([typeof key, typeof value, words.length > 0]).toEqual(["string", "string", true]);
    }
    for (const { key, disabled } of url.query) expect(url.raw.includes(`${key}=`)).toBe(!disabled);
    const isPublic = byId.find(({ summary }) => summary === item.name)?.access === "public";
    expect(auth).toEqual(isPublic ? { type: "noauth" } : undefined);
    expect(header.some(({ key }) => key === "Content-Type")).toBe(body !== undefined);
    if (body && "raw" in body) expect([body.mode, typeof JSON.parse(body.raw ?? "")]).toEqual(["raw", "object"]);
    if (body && "urlencoded" in body) {
      expect(body.urlencoded).toContainEqual({ key: "client_secret", value: "{{client_secret}}", type: "text" });
    }
    for (const reply of item.response) {
      expect([typeof reply.body, reply.code]).toEqual(["string", expect.any(Number)]);
      expect(reply.originalRequest).toEqual(item.request);
    }
  });
});

describe("the .http file", () => {
  const [head = "", ...requests] = httpFile().split(/^### /m);

  it("starts with variables and defines each one that requests use", () => {
    const known = [...head.matchAll(/^@(\w+) = /gm)].map(([, name]) => name);
    expect(known.slice(0, 2)).toEqual(["base_url", "SIGHTLINE_API_KEY"]);
    const used = new Set(requests.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)));
    expect([...used].sort()).toEqual([...known].sort());
  });

  it("contains every operation once by name, with a JSON or form body", () => {
    const names = requests.map((text) => /^# @name (\w+)$/m.exec(text)?.[1]);
    expect([...names].sort()).toEqual(byId.map(({ id }) => id));
    for (const text of requests) {
      const [above = "", body] = text.trim().split("\n\n");
      const isForm = above.includes("Content-Type: application/x-www-form-urlencoded");
      expect(above.includes("Content-Type: application/json") || isForm).toBe(body !== undefined);
      if (isForm) expect(body).toContain("client_secret={{client_secret}}");
      else if (body) expect(() => JSON.parse(text.slice(text.indexOf("\n\n")))).not.toThrow();
    }
  });
});
