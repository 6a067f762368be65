import { type AccessLevels, chosenScopes, noAccess, type Preset, toScopeChoice } from "@/components/credentials/scopes";
import {
  findRedirectFaults,
  type RedirectFault,
  readRedirectLines,
  redirectFaultsFromError,
} from "@/components/oauth/redirect-lines";
import type { ApiError } from "@/lib/http/call";
import { ACCESS_TOKEN_S } from "@/lib/limits";
import type { OAuthApp } from "@/lib/oauth/schema";
import { offeredScopes, type Scope } from "@/lib/values";

/** Whose data an app is for: its own organization's alone, or also that of customers who allow it. */
const appUses = ["own", "customers"] as const;
export type AppUse = (typeof appUses)[number];

/** How long a token of an app works, in words. */
export const tokenLife = `${ACCESS_TOKEN_S / 60} minutes`;

export type AppForm = { name: string; use: AppUse; redirects: string; preset: Preset; levels: AccessLevels };
export type AppErrors = { name?: string; scopes?: string; redirects?: readonly RedirectFault[] };
export type AppValues = { name: string; scopes: Scope[]; redirect_uris: string[] };

export const blankApp: AppForm = { name: "", use: "own", redirects: "", preset: "custom", levels: noAccess };

export function toAppForm(app: OAuthApp): AppForm {
  return {
    name: app.name,
    use: app.redirect_uris.length > 0 ? "customers" : "own",
    redirects: app.redirect_uris.join("\n"),
    ...toScopeChoice(app.scopes),
  };
}

export function appFormScopes({ preset, levels }: AppForm): Scope[] {
  return chosenScopes(preset, levels, offeredScopes);
}

export function toAppValues(form: AppForm): AppValues {
  const lines = form.use === "customers" ? readRedirectLines(form.redirects) : [];
  return { name: form.name.trim(), scopes: appFormScopes(form), redirect_uris: lines.map(({ uri }) => uri) };
}

/** What the form would make different; a colleague's change of anything else is left alone. */
export function findAppChanges(app: OAuthApp, values: AppValues): Partial<AppValues> {
  const before = toAppValues(toAppForm(app));
  const isChanged = (field: keyof AppValues) => JSON.stringify(values[field]) !== JSON.stringify(before[field]);
  return {
    ...(isChanged("name") && { name: values.name }),
    ...(isChanged("scopes") && { scopes: values.scopes }),
    ...(isChanged("redirect_uris") && { redirect_uris: values.redirect_uris }),
  };
}

/** What is wrong with a form before it is sent; empty when nothing is. */
export function validateAppForm(form: AppForm): AppErrors {
  const errors: AppErrors = {};
  if (form.name.trim() === "") errors.name = "Name the app. People who allow it read this name.";
  if (appFormScopes(form).length === 0) errors.scopes = "Choose at least one permission.";
  if (form.use === "customers") {
    const lines = readRedirectLines(form.redirects);
    const faults = findRedirectFaults(lines);
    if (lines.length === 0) faults.push({ line: 1, detail: "Name at least one address to return to." });
    if (faults.length > 0) errors.redirects = faults;
  }
  return errors;
}

/** What the server said of the fields. */
export function toAppErrors(error: ApiError, form: AppForm): AppErrors {
  const detailAt = (field: string) => error.errors.find(({ pointer }) => pointer?.split("/")[1] === field)?.detail;
  const faults = redirectFaultsFromError(error, readRedirectLines(form.redirects));
  const [name, permissions] = [detailAt("name"), detailAt("scopes")];
  return {
    ...(name && { name }),
    ...(permissions && { scopes: permissions }),
    ...(faults.length > 0 && { redirects: faults }),
  };
}
