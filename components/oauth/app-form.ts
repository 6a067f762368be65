import {
  chosenScopes,
  noAccess,
  readScopeFields,
  type ScopeFields,
  toScopeChoice,
  toScopeFields,
} from "@/components/credentials/scopes";
import { findRedirectFaults, type RedirectFault, readRedirectLines } from "@/components/oauth/redirect-lines";
import { ACCESS_TOKEN_S } from "@/lib/limits";
import type { OAuthApp } from "@/lib/oauth/schema";
import { type Scope, scopes } from "@/lib/values";

/** The choices for the data that an app accesses: only its own organization's, or also that of customers. */
const appUses = ["own", "customers"] as const;
export type AppUse = (typeof appUses)[number];

/** The lifetime of an app's token, as text. */
export const tokenLife = `${ACCESS_TOKEN_S / 60} minutes`;

export type AppFieldValues = ScopeFields & { name: string; use: string; redirects: string };
/** The places where errors are shown. */
export type AppSlot = "name" | "redirect_uris" | "scopes";
export type AppValues = { name: string; scopes: Scope[]; redirect_uris: string[] };

export const blankApp: AppFieldValues = {
  name: "",
  use: "own",
  redirects: "",
  ...toScopeFields({ preset: "custom", levels: noAccess }),
};

export function toAppFields(app: OAuthApp): AppFieldValues {
  return {
    name: app.name,
    use: app.redirect_uris.length > 0 ? "customers" : "own",
    redirects: app.redirect_uris.join("\n"),
    ...toScopeFields(toScopeChoice(app.scopes)),
  };
}

export function appFormScopes(fields: ScopeFields): Scope[] {
  const { preset, levels } = readScopeFields(fields);
  return chosenScopes(preset, levels, scopes);
}

export function toAppValues(fields: AppFieldValues): AppValues {
  const lines = fields.use === "customers" ? readRedirectLines(fields.redirects) : [];
  return { name: fields.name.trim(), scopes: appFormScopes(fields), redirect_uris: lines.map(({ uri }) => uri) };
}

/** Returns only the changed values, so that other people's changes aren't overwritten. */
export function findAppChanges(app: OAuthApp, values: AppValues): Partial<AppValues> {
  const before = toAppValues(toAppFields(app));
  const isChanged = (field: keyof AppValues) => JSON.stringify(values[field]) !== JSON.stringify(before[field]);
  return {
    ...(isChanged("name") && { name: values.name }),
    ...(isChanged("scopes") && { scopes: values.scopes }),
    ...(isChanged("redirect_uris") && { redirect_uris: values.redirect_uris }),
  };
}

/** Validates the redirect URIs before they are sent. Returns an empty list if they are valid. */
export function findAddressFaults({ use, redirects }: AppFieldValues): RedirectFault[] {
  if (use !== "customers") return [];
  const lines = readRedirectLines(redirects);
  return lines.length === 0 ? [{ line: 1, detail: "Enter at least one redirect URI." }] : findRedirectFaults(lines);
}
