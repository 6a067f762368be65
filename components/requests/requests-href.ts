import { type RequestFilter, serializeRequestFilter } from "./queries";

/** The address of the log with a filter, or of one request above it: the filter stays, so that closing leads back. */
export function requestsHref(organization: string, filter: RequestFilter = {}, id?: string): string {
  const query = serializeRequestFilter(filter);
  return `/${organization}/settings/requests${id ? `/${id}` : ""}${query ? `?${query}` : ""}`;
}
