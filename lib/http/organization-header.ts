/**
 * Header with the slug of the organization whose page makes the request; a session alone names none. In lower case, as
 * Node hands header names over.
 */
export const ORGANIZATION_HEADER = "sightline-organization";
