import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { catalog } from "@/lib/api/catalog";
import { requestMethods } from "@/lib/db/values";

const root = resolve(import.meta.dirname, "..");
const MAX_LINES = 300;

/** From the top down; a file may import from its own floor and from those below. */
const floors: [name: string, pattern: RegExp][] = [
  ["tools", /^(?:scripts|e2e|bench)\//],
  ["server", /^server\.ts$/],
  ["app", /^app\//],
  ["components", /^components\/(?!ui\/)/],
  ["components/ui", /^components\/ui\//],
  ["lib/api", /^lib\/(?:api\/|house\.test)/],
  ["lib/demo", /^lib\/demo\//],
  ["features", /^lib\/(?!http\/|auth\/|db\/)[a-z-]+\//],
  ["lib/http", /^lib\/http\//],
  ["lib/auth", /^lib\/auth\//],
  ["lib/db", /^lib\/db\//],
  ["base", /^lib\/[a-z-]+(?:\.test)?\.ts$/],
];

const featureFiles = new Set(["schema.ts", "operations.ts", "reads.ts", "writes.ts", "queries.ts"]);
/** The verb files of features that own a process. */
const processFiles: Record<string, string[]> = {
  account: ["two-factor.ts", "password-reset.ts", "device.ts", "sign-up.ts"],
  alerts: [
    "row.ts",
    "text.ts",
    "condition.ts",
    "order.ts",
    "leads.ts",
    "select.ts",
    "count.ts",
    "create.ts",
    "insert.ts",
    "insert-statement.ts",
    "update.ts",
    "batch-update.ts",
    "export.ts",
    "delete.ts",
  ],
  audit: ["export.ts"],
  mail: ["letters.ts", "templates.tsx", "send.ts", "test-mail.ts"],
  analytics: ["fold.ts", "counts.ts", "series.ts", "summary.ts", "buckets.ts"],
  cameras: [
    "status.ts",
    "history.ts",
    "create.ts",
    "update.ts",
    "heartbeat.ts",
    "sweep.ts",
    "uptime.ts",
    "probe.ts",
    "history-schema.ts",
  ],
  events: ["feed.ts", "hub.ts", "stream.ts"],
  keys: ["row.ts", "update.ts", "warn.ts"],
  invitations: ["accept.ts"],
  requests: ["condition.ts", "histogram.ts"],
  oauth: ["authorize.ts", "client.ts", "discovery.ts", "grants.ts", "issue.ts", "model.ts", "tokens.ts"],
  jobs: ["tasks.ts", "worker.ts", "retention.ts"],
  organizations: ["lock.ts"],
};
/** Folders of lib that are no features. */
const foldersOfTheirOwn = new Set(["api", "auth", "db", "demo", "http"]);

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!/^(?:node_modules|drizzle|public|\..+)$/.test(entry.name)) yield* sourceFiles(path);
    } else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const files = [...sourceFiles(".")].filter((file) => !/^[^/]+\.ts$/.test(file) || file === "server.ts");

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, target = ""]) => {
    if (!target.startsWith(".") && !target.startsWith("@/")) return [];
    const base = target.startsWith("@/") ? target.slice(2) : relative(root, resolve(root, dirname(file), target));
    const path = [base, `${base}.ts`, `${base}.tsx`].find((candidate) => files.includes(candidate));
    return path ? [path] : [];
  });
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));
const floorOf = (file: string) => floors.findIndex(([, pattern]) => pattern.test(file));

describe("the house", () => {
  it("gives every file a floor", () => {
    expect(files.filter((file) => floorOf(file) === -1)).toEqual([]);
  });

  it("imports only from floors below", () => {
    const upward = files.flatMap((file) => {
      const isTest = file.includes(".test.");
      return (graph.get(file) ?? [])
        .filter((target) => floorOf(target) < floorOf(file) && !isTest)
        .map((target) => `${file} -> ${target}`);
    });
    expect(upward).toEqual([]);
  });

  it("has no circle of imports", () => {
    expect(findCircle()).toBeNull();
  });

  it("knows every file name in a feature", () => {
    const unknown = files.filter((file) => {
      const [, feature = "", name = ""] = /^lib\/([a-z-]+)\/(.+)$/.exec(file) ?? [];
      if (!feature || foldersOfTheirOwn.has(feature) || name.endsWith(".test.ts")) return false;
      return !featureFiles.has(name) && !processFiles[feature]?.includes(name);
    });
    expect(unknown).toEqual([]);
  });

  it("names files in kebab-case", () => {
    const named =
      /^(?:[a-z0-9]+(?:-[a-z0-9]+)*|\[{1,2}(?:\.{3})?[a-z]+\]{1,2}|\([a-z]+\)|openapi\.json|robots\.txt|security\.txt|postman\.json|sightline\.http)(?:(?:\.[a-z]+)*\.tsx?)?$/;
    expect(files.filter((file) => !file.split("/").every((part) => named.test(part)))).toEqual([]);
  });

  it(`keeps every file within ${MAX_LINES} lines`, () => {
    const long = files.filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > MAX_LINES + 1);
    expect(long).toEqual([]);
  });

  it("gives every operation a route file, and every route file an operation", () => {
    const declared = new Set(catalog.map(({ path }) => path));
    const onDisk = files
      .filter((file) => /^app\/api\/v1\/.*route\.ts$/.test(file))
      .map((file) =>
        dirname(file)
          .slice("app/api/v1".length)
          .replace(/\[([a-z]+)\]/g, "{$1}"),
      );
    expect(new Set(onDisk)).toEqual(declared);
    expect(new Set(Object.keys(routes))).toEqual(declared);
  });

  it("handles exactly the declared methods of each path", () => {
    for (const [path, route] of Object.entries(routes)) {
      const declared = catalog.filter((operation) => operation.path === path).map(({ method }) => method);
      const handled = requestMethods.filter((method) => route[method] !== route.PUT);
      expect({ path, methods: handled.toSorted() }).toEqual({ path, methods: declared.toSorted() });
    }
  });

  it("lets every operation be addressed once: ids and method and path are unique", () => {
    const ids = catalog.map(({ id }) => id);
    const addresses = catalog.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it("gates every page of an organization before it reads anything", () => {
    const pages = files.filter((file) => /^app\/\[org\]\/.*page\.tsx$/.test(file));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((file) => !isGated(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("mints tenants in lib/auth alone", () => {
    const minting = files.filter((file) => readFileSync(join(root, file), "utf8").includes("as OrganizationId"));
    expect(minting.filter((file) => !file.startsWith("lib/auth/") && file !== "lib/house.test.ts")).toEqual([]);
  });

  it("keeps what only Next has out of the API's floors", () => {
    const shared = files.filter((file) => /^(?:lib\/|app\/api\/v1\/)/.test(file) && file !== "lib/house.test.ts");
    const tied = shared.filter((file) =>
      /(?:from|import|require)\s*\(?\s*["'](?:next(?:\/|["'])|server-only)/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    expect(tied).toEqual([]);
  });

  it("has every file and folder that the README names", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) =>
      decodeURIComponent(target),
    );
    const rows = readme.match(/\| Folder \|[\s\S]*?\n\n/)?.[0].split("\n") ?? [];
    const folders = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    );
    expect(linked.length).toBeGreaterThan(8);
    expect(folders.length).toBeGreaterThan(5);
    expect([...linked, ...folders].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** Whether the first thing that a page waits for, besides its address, is the gate; one that says 404 reads nothing. */
function isGated(page: string): boolean {
  const waits = [...page.matchAll(/\bawait (?:Promise\.all\()?([\w.]+)/g)].map(([, what = ""]) => what);
  const first = waits.find((what) => what !== "params" && what !== "searchParams");
  return first === "requireMember" || (first === undefined && /^ {2}notFound\(\);$/m.test(page));
}

function findCircle(): string | null {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file].join(" -> ");
    if (done.has(file)) return null;
    for (const target of graph.get(file) ?? []) {
      const circle = visit(target, [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of files) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}
