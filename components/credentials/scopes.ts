import { chosenOf } from "@/components/forms/form-values";
import { type Scope, scopes } from "@/lib/values";

const accessLevels = ["none", "read", "write"] as const;
type AccessLevel = (typeof accessLevels)[number];

type Resource = { id: string; label: string; about: string; read?: Scope; write?: Scope };

/** The resources that a key can access, with the scopes of each level. */
export const resources = [
  { id: "alerts", label: "Alerts", about: "List, create and triage", read: "alerts:read", write: "alerts:write" },
  { id: "cameras", label: "Cameras", about: "Onboarding, status, sites", read: "cameras:read", write: "cameras:write" },
  { id: "analytics", label: "Analytics", about: "Counts, response times, uptime", read: "analytics:read" },
  { id: "events", label: "Events", about: "The feed of all events", read: "events:read" },
  { id: "webhooks", label: "Webhooks", about: "Endpoints and deliveries", write: "webhooks:manage" },
] as const satisfies readonly Resource[];
type ResourceId = (typeof resources)[number]["id"];
type AccessLevels = Record<ResourceId, AccessLevel>;

export const presets = ["all", "read", "custom"] as const;
export type Preset = (typeof presets)[number];

type ScopeChoice = { preset: Preset; levels: AccessLevels };

export const presetLabels: Record<Preset, string> = { all: "All", read: "Read only", custom: "Custom" };

export const noAccess: AccessLevels = {
  alerts: "none",
  cameras: "none",
  analytics: "none",
  events: "none",
  webhooks: "none",
};

const readScopes = scopes.filter((scope) => scope.endsWith(":read"));

/** Returns the access levels that a resource offers, with their labels. */
export function accessLevelOptions(resource: Resource): { value: AccessLevel; label: string }[] {
  return [
    { value: "none", label: "None" },
    ...(resource.read ? [{ value: "read" as const, label: "Read" }] : []),
    ...(resource.write ? [{ value: "write" as const, label: resource.read ? "Read & write" : "Manage" }] : []),
  ];
}

/** Returns the scopes that a choice selects, limited to `held`. Write access includes read access. */
export function chosenScopes(preset: Preset, levels: AccessLevels, held: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => held.includes(scope) && isChosen(scope, preset, levels));
}

function isChosen(scope: Scope, preset: Preset, levels: AccessLevels): boolean {
  if (preset === "all") return true;
  if (preset === "read") return readScopes.includes(scope);
  return resources.some((resource: Resource & { id: ResourceId }) => {
    const level = levels[resource.id];
    return (level === "write" && resource.write === scope) || (level !== "none" && resource.read === scope);
  });
}

const holdsAll = (granted: readonly Scope[]) => scopes.every((scope) => granted.includes(scope));
const onlyReads = (granted: readonly Scope[]) =>
  granted.length === readScopes.length && readScopes.every((scope) => granted.includes(scope));

/** Converts granted scopes to the choice that represents them, as the initial value of the picker. */
export function toScopeChoice(granted: readonly Scope[]): ScopeChoice {
  const levels = { ...noAccess };
  for (const resource of resources as readonly (Resource & { id: ResourceId })[]) {
    if (resource.read && granted.includes(resource.read)) levels[resource.id] = "read";
    if (resource.write && granted.includes(resource.write)) levels[resource.id] = "write";
  }
  if (holdsAll(granted)) return { preset: "all", levels };
  return { preset: onlyReads(granted) ? "read" : "custom", levels };
}

export type ScopeField = "preset" | `access_${ResourceId}`;
export type ScopeFields = Record<ScopeField, string>;

/** Converts a choice of scopes to form fields. */
export function toScopeFields({ preset, levels }: ScopeChoice): ScopeFields {
  return {
    preset,
    access_alerts: levels.alerts,
    access_cameras: levels.cameras,
    access_analytics: levels.analytics,
    access_events: levels.events,
    access_webhooks: levels.webhooks,
  };
}

/** Parses a choice of scopes from form fields. */
export function readScopeFields(fields: ScopeFields): ScopeChoice {
  const levels = { ...noAccess };
  for (const { id } of resources) levels[id] = chosenOf(accessLevels, fields[`access_${id}`], "none");
  return { preset: chosenOf(presets, fields.preset, "custom"), levels };
}

/** Returns whether a form field belongs to the scope picker. */
export function isScopeField(name: string): name is ScopeField {
  return name === "preset" || name.startsWith("access_");
}

/** Describes scopes as "Full access", "Read only", or one text per resource, such as "Alerts: read & write". */
export function describeAccess(granted: readonly Scope[]): string[] {
  if (holdsAll(granted)) return ["Full access"];
  if (onlyReads(granted)) return ["Read only"];
  return resources.flatMap((resource: Resource) => {
    const reads = resource.read && granted.includes(resource.read) ? ["read"] : [];
    const writes = resource.write && granted.includes(resource.write) ? [resource.read ? "write" : "manage"] : [];
    const verbs = [...reads, ...writes].join(" & ");
    return verbs ? [`${resource.label}: ${verbs}`] : [];
  });
}
