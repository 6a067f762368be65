import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { getCamera, listCameras } from "@/lib/cameras/operations";
import { call } from "@/lib/http/call";

const CHOICES = 50;
const NAMES_STAY_MS = 60_000;

/** The first cameras whose name or external id contains `q`, for choosing among them. */
export function cameraChoicesQuery(organization: string, q: string) {
  return queryOptions({
    queryKey: ["cameras", organization, "choices", q],
    queryFn: ({ signal }) =>
      call<typeof listCameras>("GET /cameras", { organization, query: { limit: CHOICES, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The cameras that a filter names, for their names; those that are not there are left out. */
export function camerasQuery(organization: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ["cameras", organization, "named", ...ids],
    queryFn: async ({ signal }) => {
      const read = (id: string) =>
        call<typeof getCamera>("GET /cameras/{id}", { organization, params: { id }, signal }).catch(() => []);
      return (await Promise.all(ids.map(read))).flat();
    },
    staleTime: NAMES_STAY_MS,
    placeholderData: keepPreviousData,
  });
}
