import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import type { getCamera, getCameraCounts, getCameraStatus, listCameras } from "@/lib/cameras/operations";
import type { CameraCountsQuery } from "@/lib/cameras/schema";
import { type Call, callApi } from "@/lib/http/call";
import type { CameraFilter } from "./camera-search";

/** Key prefix of all camera queries. Invalidate it after a write. */
export const camerasKey = ["cameras"] as const;

/** The polling interval. It finds changes that send no events, such as new and late heartbeats. */
const REFRESH_MS = 30_000;
const SHORT_LIST = 50;
const NAMES_STAY_MS = 60_000;

export function cameraListOptions(organization: string, filter: CameraFilter, call: Call = callApi) {
  const options = pagedQueryOptions({
    queryKey: [...camerasKey, organization, "list", filter],
    query: () => filter,
    read: (query, signal) => call<typeof listCameras>("GET /cameras", { organization, query, signal }),
  });
  return { ...options, refetchInterval: REFRESH_MS };
}

/** The filter for offline and degraded cameras. */
export const impairedFilter = { status: ["offline", "degraded"] } satisfies CameraFilter;

export function impairedCamerasOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "impaired"],
    queryFn: ({ signal }) =>
      call<typeof listCameras>("GET /cameras", {
        organization,
        query: { ...impairedFilter, limit: SHORT_LIST },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  });
}

/** Returns the options of a query for the newest camera. Examples refer to it, so that they work when pasted. */
export function newestCameraOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "newest"],
    queryFn: ({ signal }) => call<typeof listCameras>("GET /cameras", { organization, query: { limit: 1 }, signal }),
  });
}

export function cameraCountsOptions(organization: string, filter: CameraCountsQuery = {}, call: Call = callApi) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "counts", filter],
    queryFn: ({ signal }) =>
      call<typeof getCameraCounts>("GET /cameras/counts", { organization, query: filter, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function cameraOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "one", id],
    queryFn: ({ signal }) => callApi<typeof getCamera>("GET /cameras/{id}", { organization, params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function cameraStatusOptions(organization: string, id: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "status", id],
    queryFn: ({ signal }) =>
      call<typeof getCameraStatus>("GET /cameras/{id}/status", { organization, params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Returns the options of a query for cameras whose name or external ID contains `q`, for a picker. */
export function cameraChoicesOptions(organization: string, q: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "choices", q],
    queryFn: ({ signal }) =>
      callApi<typeof listCameras>("GET /cameras", {
        organization,
        query: { limit: SHORT_LIST, ...(q && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the options of a query that looks up the cameras of a filter, to show their names. Unknown IDs are
 * omitted.
 */
export function namedCamerasOptions(organization: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "named", ...ids],
    queryFn: async ({ signal }) => {
      const read = (id: string) =>
        callApi<typeof getCamera>("GET /cameras/{id}", { organization, params: { id }, signal }).catch(() => []);
      return (await Promise.all(ids.map(read))).flat();
    },
    staleTime: NAMES_STAY_MS,
    placeholderData: keepPreviousData,
  });
}
