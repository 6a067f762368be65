import { referenceOrder } from "@/lib/api/catalog";
import { requiredScope } from "@/lib/api/document";
import { scopeMeanings } from "@/lib/api/scopes";
import { KEY_WARNINGS_D } from "@/lib/limits";
import { rotationOverlapsS, type Scope, scopes } from "@/lib/values";

/** Returns table rows with each scope, its meaning, and the operations that require it. */
export function scopeRows(): string[][] {
  return scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope], operationsOf(scope)]);
}

function operationsOf(scope: Scope): string {
  const operations = referenceOrder.filter((operation) => requiredScope(operation) === scope);
  if (operations.length === 0) return "None yet";
  return operations.map(({ id, summary }) => `[${summary}](/docs/reference/${id})`).join(", ");
}

/** Returns the numbers of days before a key's expiry at which admins are warned, as text for a sentence. */
export function formatWarningDays(): string {
  return `${KEY_WARNINGS_D.slice(0, -1).join(", ")} and ${KEY_WARNINGS_D.at(-1)}`;
}

/** Returns the choices for how long the old key keeps working after a rotation, as text for a sentence. */
export function formatOverlaps(): string {
  const words = rotationOverlapsS.map((seconds) => {
    if (seconds === 0) return "no time";
    const hours = seconds / 3_600;
    if (hours > 24) return `${hours / 24} days`;
    return hours === 1 ? "1 hour" : `${hours} hours`;
  });
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
