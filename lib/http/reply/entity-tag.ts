import { Failure } from "@/lib/errors";

/** Returns the entity tag of a resource's version (RFC 9110 §8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Returns whether an `If-Match` header allows changing this version (RFC 9110 §13.1.1). It does if it is absent,
 * is `*`, or lists the version's tag in a strong comparison.
 */
export function ifMatchAllows(header: string | null, version: number): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === entityTag(version));
}

/**
 * Returns the failure for a change based on an outdated version. It contains the current version.
 * @param kind the noun for the resource, used in the message.
 */
export function versionMismatch(kind: string, version: number): Failure {
  const detail = `Someone changed this ${kind} since you read it. Read it again and send your change with its new \`ETag\`.`;
  return new Failure("version_mismatch", detail, {
    extra: { current_version: version },
    headers: { ETag: entityTag(version) },
  });
}

/**
 * Returns the `version_mismatch` failure if `If-Match` doesn't allow changing the current version, otherwise null.
 * @param kind the noun for the resource, used in the message.
 * @param ifMatch the `If-Match` header, or null to change any version.
 */
export function versionFailure(kind: string, version: number, ifMatch: string | null): Failure | null {
  if (ifMatchAllows(ifMatch, version)) return null;
  return versionMismatch(kind, version);
}

/**
 * Checks that `If-Match` allows changing the current version. The parameters are those of `versionFailure`.
 * @throws Failure `version_mismatch` otherwise.
 */
export function assertVersion(kind: string, version: number, ifMatch: string | null): void {
  const failure = versionFailure(kind, version, ifMatch);
  if (failure) throw failure;
}

/**
 * Returns whether an `If-None-Match` header matches this entity tag (RFC 9110 §13.1.2). It matches if it is `*`,
 * or lists the tag in a weak comparison.
 */
export function namesTag(header: string, current: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(current));
}
