import { Failure } from "@/lib/errors";

/** Returns the entity tag of a version (RFC 9110 §8.8.3). `If-Match` is checked where the row is locked. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Returns whether `If-Match` allows changing this version: absent, `*`, or a list containing it, compared strongly (RFC
 * 9110 §13.1.1).
 */
export function ifMatchAllows(header: string | null, version: number): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === entityTag(version));
}

/** @param kind the noun for the resource, used in the message. */
export function versionMismatch(kind: string, version: number): Failure {
  const detail = `Someone changed this ${kind} since you read it. Read it again and send your change with its new \`ETag\`.`;
  return new Failure("version_mismatch", detail, {
    extra: { current_version: version },
    headers: { ETag: entityTag(version) },
  });
}

/**
 * Returns the failure of a change if `If-Match` doesn't match the current version.
 * @param kind the noun for the resource, used in the message.
 * @param ifMatch the `If-Match` header, or null to change any version.
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

/** Returns whether `If-None-Match` contains this entity tag: `*`, or a list compared weakly (RFC 9110 §13.1.2). */
export function namesTag(header: string, current: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(current));
}
