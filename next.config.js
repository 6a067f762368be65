import createMdx from "@next/mdx";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Pages for developers, such as /dev/tokens, are in files that a production build doesn't know as pages.
  pageExtensions: process.env.NODE_ENV === "production" ? ["tsx", "ts"] : ["dev.tsx", "tsx", "ts"],
  // The build folder can be moved so that tests and measurements never touch a running server's build.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // Types are a gate of `npm run check`; a start need not repeat it.
  typescript: { ignoreBuildErrors: true },
  // The API's addresses have one spelling each: a wrong one is a 404, never a redirect.
  skipTrailingSlashRedirect: true,
  // Emails of earlier versions link to the old address.
  redirects: async () => [{ source: "/:org/settings/mail", destination: "/:org/settings/email", permanent: true }],
  // No page uses next/image. Its route would let anyone spend CPU on scaling, and `next start` logs its addresses raw.
  images: { unoptimized: true },
  // tsx turns source maps on, and Node would parse 60 MB of them: docs/decisions/009-memory-of-the-server.md
  experimental: {
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    // How many seconds the browser keeps a page that a link fetched ahead; 30 is the least that Next takes, 300 its default.
    // So long can a page that somebody lost the right to still be opened, in a tab that had fetched it, with the data of
    // that moment: no more than a page left open shows. Its requests are refused at once, and signing out loads a new document.
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

// Only strings are allowed among the options: Turbopack passes them to its workers as JSON.
export default createMdx({ options: { providerImportSource: "@/components/docs/mdx-components" } })(config);
