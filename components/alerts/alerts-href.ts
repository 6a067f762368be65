import { type AlertListFilter, serializeAlertListFilter } from "./queries";

/** The address of the list with a filter, or of one alert above it: the filter stays, so that closing leads back. */
export function alertsHref(organization: string, filter: AlertListFilter, id?: string): string {
  const query = serializeAlertListFilter(filter);
  return `/${organization}/alerts${id ? `/${id}` : ""}${query ? `?${query}` : ""}`;
}

/** What Next hands a page of the address's query, as the browser has it. */
export function toSearchParams(params: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}
