/**
 * The header with the slug of the calling page's organization, which a session doesn't contain. It is lowercase,
 * like all header names in Node.
 */
export const ORGANIZATION_HEADER = "sightline-organization";
