import { compile } from "@mdx-js/mdx";
import { defineConfig, type Plugin } from "vitest/config";

const alias = { "@": import.meta.dirname };
/** Compiles the guides in the docs, with the same options as next.config.js. */
const guides: Plugin = {
  name: "guides",
  enforce: "pre",
  async transform(value, path) {
    if (!path.endsWith(".mdx")) return null;
    const code = await compile({ value, path }, { providerImportSource: "@/components/docs/mdx-components" });
    return { code: String(code), map: null };
  },
};
const plugins = [guides];

export default defineConfig({
  plugins,
  resolve: { alias },
  test: {
    reporters: process.env.VITEST_JSON ? ["default", ["json", { outputFile: process.env.VITEST_JSON }]] : ["default"],
    projects: [
      {
        plugins,
        resolve: { alias },
        test: {
          name: "unit",
          include: ["lib", "scripts", "components", "app", "e2e/fixtures"].map((folder) => `${folder}/**/*.test.ts`),
          exclude: ["lib/**/*.db.test.ts"],
          setupFiles: ["e2e/fixtures/environment.ts"],
          testTimeout: 30_000,
          disableConsoleIntercept: true,
          env: { AUTH_SECRET: "a secret that only the unit tests know, 0123456789" },
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: "api",
          include: ["lib/**/*.db.test.ts", "e2e/api/**/*.test.ts"],
          setupFiles: ["e2e/fixtures/environment.ts"],
          globalSetup: ["e2e/fixtures/servers.ts"],
          testTimeout: 30_000,
          // Vitest rejects a log that is still on its way when a file ends, which fails the run.
          disableConsoleIntercept: true,
          // Long, because some hooks start servers.
          hookTimeout: 240_000,
          // Long, because the feed waits for every transaction that runs on the PostgreSQL server, including those
          // of concurrent tests.
          expect: { poll: { timeout: 20_000 } },
          // One more than there are cores, because many of these tests wait for a server to start or for time to
          // pass.
          maxWorkers: 3,
        },
      },
    ],
  },
});
