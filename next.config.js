import createMdx from "@next/mdx";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Pages for developers, such as /dev/tokens, are in files that a production build doesn't know as pages.
  pageExtensions: process.env.NODE_ENV === "production" ? ["tsx", "ts"] : ["dev.tsx", "tsx", "ts"],
  // Tests and benchmarks use their own build folder, so that they never change a running server's build.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // `npm run check` checks types, so a build doesn't.
  typescript: { ignoreBuildErrors: true },
  // Each API path has one spelling. Any other returns 404 instead of a redirect.
  skipTrailingSlashRedirect: true,
  redirects: async () => [
    // Emails of earlier versions contain the old URL.
    { source: "/:org/settings/mail", destination: "/:org/settings/email", permanent: true },
    // The quick start is the start page of the docs. People guess the path from the other guides.
    { source: "/docs/quick-start", destination: "/docs", permanent: true },
  ],
  // No page uses next/image. Its route would let anyone use CPU for scaling, and `next start` logs its URLs unmasked.
  images: { unoptimized: true },
  // tsx enables source maps, and Node would parse 60 MB of them: docs/decisions/009-memory-of-the-server.md
  experimental: {
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    // Seconds for which the browser keeps a prefetched page (Next's minimum is 30, its default 300). A person who loses
    // access can still open such a page, but its requests are rejected. Signing out loads a new document.
    staleTimes: { static: 30 },
  },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@react-email/components",
    "@zxcvbn-ts/language-common",
    "drizzle-orm",
    "postgres",
    "pino",
    "prom-client",
  ],
};

// Options must be strings, because Turbopack passes them to its workers as JSON.
export default createMdx({ options: { providerImportSource: "@/components/docs/mdx-components" } })(config);
