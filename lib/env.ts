import { z } from "zod";
import { processSingleton } from "./process-singleton";

const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const integer = (minimum: number, maximum: number, fallback: number) =>
  z.preprocess(
    (value) => value || String(fallback),
    z
      .string()
      .regex(/^\d{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`)
      .transform(Number)
      .refine((n) => n >= minimum && n <= maximum, `must be a whole number from ${minimum} to ${maximum}`),
  );
const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}`,
    );

const addressRanges = z.preprocess(
  (value) => (value || "").toString(),
  z
    .string()
    .transform((text) => text.split(",").flatMap((range) => range.trim() || []))
    .refine(
      (ranges) => ranges.every((range) => z.union([z.cidrv4(), z.cidrv6()]).safeParse(range).success),
      "must be address ranges such as 10.0.0.0/8,fd00::/8",
    ),
);

const databaseUrl = url(["postgres:", "postgresql:"]);

/** Must be only an origin: a path, query, fragment or credentials would appear in links, redirect URIs and cookies. */
const origin = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, host, href } = new URL(value);
  return ["http:", "https:"].includes(protocol) && href === `${protocol}//${host}/`;
}, "must be an address without a path, such as https://sightline.example.com");

const schema = z.object({
  PORT: integer(0, 65535, 3000),
  HOST: z.preprocess(blankIsUnset, z.string().default("127.0.0.1")),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default(".data")),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_DIRECT_URL: optional(databaseUrl),
  DATABASE_REPLICA_URL: optional(databaseUrl),
  BASE_URL: optional(origin),
  AUTH_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  REDIS_URL: optional(url(["redis:", "rediss:"])),
  WORKER: z.preprocess(blankIsUnset, z.enum(["on", "off"], "must be on or off").default("on")),
  PROBE_ALLOW: addressRanges,
  OUTBOUND_ALLOW: addressRanges,
  OUTBOUND_PROXY: optional(url(["http:", "https:"])),
  TRUSTED_PROXY_HOPS: integer(0, 10, 0),
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  SMTP_URL: optional(url(["smtp:", "smtps:"])),
  MAIL_FROM: optional(
    z.string().regex(/^[^\r\n@]*@[^\r\n]+$/, "must be an address such as Sightline <portal@example.com>"),
  ),
  SECURITY_CONTACT: optional(
    z.string().regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\S+)$/, "must start with mailto:, https:// or tel:"),
  ),
  OIDC_ISSUER: optional(url(["http:", "https:"])),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  SIGN_UP: z.preprocess(blankIsUnset, z.enum(["open", "invite"], "must be open or invite").default("open")),
  RATE_LIMIT_KEY: integer(6, 100_000_000, 1_200),
  RATE_LIMIT_ORGANIZATION: integer(6, 100_000_000, 6_000),
});

export type Environment = z.infer<typeof schema> & {
  BASE_URL: string;
  /** True if BASE_URL was set, false if it was derived from the port. */
  hasBaseUrl: boolean;
};

/**
 * Parses the environment and applies all defaults.
 * @throws Error with one line per invalid variable. It doesn't include values, because they may be secrets.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const result = schema.safeParse(source);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  }
  if (result.data.DATABASE_URL && !result.data.AUTH_SECRET) {
    throw new Error("AUTH_SECRET is required with DATABASE_URL: every instance must share it (openssl rand -hex 32)");
  }
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const) {
    if (result.data[name] && !result.data.DATABASE_URL) throw new Error(`${name} requires DATABASE_URL`);
  }
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = result.data;
  const ofProvider = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET];
  if (ofProvider.some(Boolean) && !ofProvider.every(Boolean)) {
    throw new Error("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none");
  }
  const { BASE_URL: given, PORT } = result.data;
  const base = given ?? `http://localhost:${PORT}`;
  return { ...result.data, BASE_URL: base.replace(/\/$/, ""), hasBaseUrl: given !== undefined };
}

/**
 * Returns the parsed environment. It is read on first use, because Next may add to `process.env` after startup.
 * @throws Error if a variable is invalid.
 */
export const env = (): Environment => processSingleton("env", () => parseEnvironment(process.env));
