import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog, paths } from "@/lib/api/catalog";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

const root = resolve(import.meta.dirname, "..");
const MAX_LINES = 400;

/** The layers from top to bottom. A file may import only from its own layer and those below it. */
const layers: [name: string, pattern: RegExp][] = [
  ["tools", /^(?:scripts|e2e|bench|docs)\//],
  ["server", /^server\.ts$/],
  ["routes", /^app\//],
  ["pages", /^components\/(?:home|docs|sign-in|site)\//],
  ["features in the browser", /^components\/(?!ui\/|forms\/|list\/|live\/|shell\/|credentials\/|snippets\/)/],
  ["kit", /^components\/(?:forms|list|live|shell|credentials|snippets)\//],
  ["primitives", /^components\/ui\//],
  ["all features", /^lib\/(?:api|tasks|demo)\/|^lib\/(?:structure|linear-time)\.test/],
  ["features", /^lib\/(?!http\/|jobs\/|auth\/|rate-limit\/|db\/|postgres\/|outbound\/)[a-z-]+\//],
  ["transport", /^lib\/(?:http|jobs)\//],
  ["callers", /^lib\/auth\//],
  ["rate limits", /^lib\/rate-limit\//],
  ["database", /^lib\/(?:db|postgres)\//],
  ["outgoing requests", /^lib\/outbound\//],
  ["base", /^lib\/[a-z-]+(?:\.test)?\.ts$/],
];

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!/^(?:node_modules|drizzle|public|\..+)$/.test(entry.name)) yield* sourceFiles(path);
    } else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const files = [...sourceFiles(".")].filter((file) => !/^[^/]+\.ts$/.test(file) || file === "server.ts");

/** Returns the files that a file imports. With `values`, it ignores type-only imports and exports. */
function importsOf(file: string, what: "all" | "values" = "all"): string[] {
  const source = readFileSync(join(root, file), "utf8");
  const text = what === "all" ? source : source.replace(/^(?:import|export) type [^;]*;$/gm, "");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, target = ""]) => {
    if (!target.startsWith(".") && !target.startsWith("@/")) return [];
    const base = target.startsWith("@/") ? target.slice(2) : relative(root, resolve(root, dirname(file), target));
    const path = [base, `${base}.ts`, `${base}.tsx`].find((candidate) => files.includes(candidate));
    return path ? [path] : [];
  });
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));
const layerOf = (file: string) => layers.findIndex(([, pattern]) => pattern.test(file));

describe("codebase structure", () => {
  it("assigns every file to a layer", () => {
    expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
  });

  it("uses one name for the API key in samples, guides and request collections", () => {
    const others = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\bSIGHTLINE_(?:\w+_)?KEY\b|\{\{\w*key\}\}/g)]
        .filter(([name]) => !name.includes(KEY_VARIABLE))
        .map(([name]) => `${file}: ${name}`),
    );
    expect(others).toEqual([]);
  });

  it("allows imports only from the same layer or below", () => {
    const upward = files.flatMap((file) => {
      const isTest = file.includes(".test.");
      return (graph.get(file) ?? [])
        .filter((target) => layerOf(target) < layerOf(file) && !isTest)
        .map((target) => `${file} -> ${target}`);
    });
    expect(upward).toEqual([]);
  });

  it("avoids import cycles, including type imports", () => {
    expect(findCycle(graph)).toBeNull();
  });

  it("avoids import cycles between feature folders", () => {
    expect(findCycle(folderGraph())).toBeNull();
  });

  it("exposes the alert store through its four functions only", () => {
    const open = /^lib\/alerts\/store\/(?:insert|list|change|remove)\.ts$/;
    const isStore = (file: string) => file.startsWith("lib/alerts/store/");
    const reaching = [...graph].flatMap(([file, targets]) => {
      const hidden = targets.filter((target) => isStore(target) && !open.test(target));
      return isStore(file) ? [] : hidden.map((target) => `${file} -> ${target}`);
    });
    expect(reaching).toEqual([]);
    const exported = ["insert", "list", "change", "remove"].map((name) => {
      const source = readFileSync(join(root, `lib/alerts/store/${name}.ts`), "utf8");
      return [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, value]) => value);
    });
    expect(exported).toEqual([["insertAlertRows"], ["listAlertRows"], ["changeAlertRows"], ["removeAlertRows"]]);
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

  it("matches route files with the operations they serve", () => {
    const line = (path: string, ids: string[]) => `${path}: ${ids.toSorted().join(" ")}`;
    const declared = paths.map((path) =>
      line(
        path,
        catalog.filter((operation) => operation.path === path).map(({ id }) => id),
      ),
    );
    const served = files
      .filter((file) => /^app\/api\/v1\/.*route\.ts$/.test(file))
      .map((file) => {
        const path = dirname(file)
          .slice("app/api/v1".length)
          .replace(/\[([a-z]+)\]/g, "{$1}");
        const [, names = ""] = /= route\(([^)]*)\);/.exec(readFileSync(join(root, file), "utf8")) ?? [];
        return line(path, names.split(", "));
      });
    expect(served.toSorted()).toEqual(declared.toSorted());
  });

  it("keeps server modules out of client code, except for their types", () => {
    const isServer = (file: string) =>
      /^lib\/(?:env|[a-z-]+\/operations|http\/pipeline|db\/client|rate-limit\/[a-z-]+)\.ts$/.test(file);
    const clients = files.filter((file) => readFileSync(join(root, file), "utf8").startsWith('"use client"'));
    expect(clients.length).toBeGreaterThan(100);
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of importsOf(file, "values")) visit(target);
    };
    for (const file of clients) visit(file);
    expect([...reached].filter(isServer)).toEqual([]);
  });

  it("gives every operation a unique ID and a unique method and path", () => {
    const ids = catalog.map(({ id }) => id);
    const addresses = catalog.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it("checks membership before reading data on every organization page", () => {
    const pages = files.filter((file) => /^app\/\[org\]\/.*page\.tsx$/.test(file));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((file) => !isGated(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("loads page data only through the shared prefetch", () => {
    const readers = files.filter(
      (file) =>
        /^(?:app|components)\//.test(file) &&
        /\b(?:HydrationBoundary|new QueryClient)\b/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(readers.filter((file) => !file.includes(".test."))).toEqual([
      "app/prefetch-page.tsx",
      "components/providers.tsx",
    ]);
    const pages = files.filter((file) => file.startsWith("app/"));
    expect(pages.filter((file) => /\bqueryFn\b/.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("casts to OrganizationId only in lib/auth", () => {
    const minting = files.filter((file) => readFileSync(join(root, file), "utf8").includes("as OrganizationId"));
    expect(minting.filter((file) => !file.startsWith("lib/auth/") && file !== "lib/structure.test.ts")).toEqual([]);
  });

  it("keeps Next imports out of lib and the API", () => {
    const shared = files.filter((file) => /^(?:lib\/|app\/api\/v1\/)/.test(file) && file !== "lib/structure.test.ts");
    const tied = shared.filter((file) =>
      /(?:from|import|require)\s*\(?\s*["'](?:next(?:\/|["'])|server-only)/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    expect(tied).toEqual([]);
  });

  it("contains every file and folder that the README names", () => {
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

/**
 * Returns whether a page checks access before it awaits anything except its parameters. A page that only returns
 * 404 needs no check, because it reads no data.
 */
function isGated(page: string): boolean {
  const waits = [...page.matchAll(/\bawait (?:Promise\.all\()?([\w.]+)/g)].map(([, what = ""]) => what);
  const first = waits.find((what) => what !== "params" && what !== "searchParams");
  return first === "requireMember" || (first === undefined && /^ {2}notFound\(\);$/m.test(page));
}

/** Returns the folders of `lib` and `components`, each with the folders from which it imports. */
function folderGraph(): Map<string, string[]> {
  const folderOf = (file: string) => /^(?:lib|components)\/[a-z-]+(?=\/)/.exec(file)?.[0];
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const folder = folderOf(file);
    if (!folder || file.includes(".test.")) continue;
    const known = folders.get(folder) ?? new Set();
    folders.set(folder, known);
    for (const target of targets) {
      const other = folderOf(target);
      if (other && other !== folder) known.add(other);
    }
  }
  return new Map([...folders].map(([folder, known]) => [folder, [...known]]));
}

/** Returns a path of edges that leads back to its start, or null if there is none. */
function findCycle(edges: Map<string, string[]>): string | null {
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node].join(" -> ");
    if (done.has(node)) return null;
    for (const target of edges.get(node) ?? []) {
      const cycle = visit(target, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
