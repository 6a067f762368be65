import { Failure } from "@/lib/errors";

/** The entity tag of a version (RFC 9110 §8.8.3). `If-Match` is checked where the row is locked. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Whether `If-Match` allows a change of this version: absent, `*`, or listing it, compared strongly (RFC 9110 §13.1.1). */
export function ifMatchAllows(header: string | null, version: number): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === entityTag(version));
}

/** @param kind the resource in a word, for the sentence. */
export function versionMismatch(kind: string, version: number): Failure {
  const detail = `Someone changed this ${kind} since you read it. Read it again and send your change with its new \`ETag\`.`;
  return new Failure("version_mismatch", detail, {
    extra: { current_version: version },
    headers: { ETag: entityTag(version) },
  });
}

/**
 * The refusal of a change when `If-Match` names another version than the current one.
 * @param kind the resource in a word, for the sentence.
 * @param ifMatch the `If-Match` header, or null for a change of any version.
 */
export function versionFailure(kind: string, version: number, ifMatch: string | null): Failure | null {
  if (ifMatchAllows(ifMatch, version)) return null;
  return versionMismatch(kind, version);
}

/** @throws Failure `version_mismatch`, see `versionFailure`. */
export function assertVersion(kind: string, version: number, ifMatch: string | null): void {
  const failure = versionFailure(kind, version, ifMatch);
  if (failure) throw failure;
}

/** Whether `If-None-Match` names this entity tag: `*`, or a list compared weakly (RFC 9110 §13.1.2). */
export function namesTag(header: string, current: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(current));
}
