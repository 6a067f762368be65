/**
 * The header with the slug of the requesting page's organization, which a session doesn't contain. Lowercase, like
 * Node's header names.
 */
export const ORGANIZATION_HEADER = "sightline-organization";
