import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createOperatorLink, type OperatorLink } from "@/lib/account/password-reset";
import { connect } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findEmbedded } from "@/lib/postgres/embedded";

const HELP = `Usage: npm run admin -- reset EMAIL [--drop-two-factor]

  reset EMAIL           Print a link that sets a new password once, for a person who can't sign in.
                        The audit log of each of their organizations records it.
  --drop-two-factor     The link also turns two-factor sign-in off, for a person who lost it.

Run it where Sightline runs and with the same settings (.env): it uses DATABASE_URL or the embedded database of the
Sightline that is running, and the link leads to BASE_URL.`;

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "drop-two-factor": { type: "boolean", default: false }, help: { type: "boolean", default: false } },
  });
  if (values.help) return console.log(HELP);
  const [command, email, ...rest] = positionals;
  if (command !== "reset" || email === undefined || rest.length > 0) throw new Error(HELP);
  const { sql, db } = connect(await databaseUrl(), { max: 1 });
  try {
    const options = { endsTwoFactor: values["drop-two-factor"] };
    const link = await createOperatorLink(db, email, options).catch((error: Error) => {
      throw new Error(`The database did not store a link: ${error.message}`);
    });
    if (link === null) throw new Error(`No account has the email ${email}. Nothing was changed.`);
    // Users choose names, so control characters are removed before they reach the terminal.
    const lines = linesOf(link, options.endsTwoFactor).map((line) => line.replace(/\p{Cc}+/gu, " "));
    console.log(lines.join("\n"));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function databaseUrl(): Promise<string> {
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR } = env();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? (await findEmbedded(resolve(DATA_DIR)));
  if (url === null) {
    throw new Error(`No Sightline is running on ${DATA_DIR}. Start it with \`npm start\`, or set DATABASE_URL.`);
  }
  return url;
}

function linesOf({ url, expiresAt, name, email, hasTwoFactor, organizations }: OperatorLink, drops: boolean): string[] {
  const kept = "Two-factor sign-in stays on. If the person lost it, run this again with --drop-two-factor.";
  const secondFactor = drops ? "Using it also turns two-factor sign-in off." : kept;
  const audited = organizations.length > 0 ? `Recorded in the audit log of ${organizations.join(", ")}.` : null;
  return [
    `A link that sets a new password for ${name} (${email}):`,
    "",
    `  ${url}`,
    "",
    `It works once, until ${expiresAt}. Anyone who opens it gets the account, so give it to this person only.`,
    ...(hasTwoFactor ? [secondFactor] : []),
    ...(audited === null ? [] : [audited]),
  ];
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
