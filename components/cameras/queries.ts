import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { getCamera, getCameraCounts, getCameraStatus, listCameras } from "@/lib/cameras/operations";
import type { CameraCountsQuery } from "@/lib/cameras/schema";
import { callApi } from "@/lib/http/call";
import type { CameraFilter } from "./camera-search";

/** Prefix of everything that is read of cameras; invalidate it after a write. */
export const camerasKey = ["cameras"] as const;

/** Pages follow the events; this is for what passes without one: signs of life, and a status that grows late. */
const REFRESH_MS = 30_000;
export const CAMERAS_PER_PAGE = 50;
const NAMES_STAY_MS = 60_000;

export function cameraListOptions(organization: string, filter: CameraFilter) {
  return infiniteQueryOptions({
    queryKey: [...camerasKey, organization, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      callApi<typeof listCameras>("GET /cameras", {
        organization,
        query: { ...filter, limit: CAMERAS_PER_PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: REFRESH_MS,
  });
}

/** What somebody should look at. */
export const impairedFilter = { status: ["offline", "degraded"] } satisfies CameraFilter;

export function impairedCamerasOptions(organization: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "impaired"],
    queryFn: ({ signal }) =>
      callApi<typeof listCameras>("GET /cameras", {
        organization,
        query: { ...impairedFilter, limit: CAMERAS_PER_PAGE },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  });
}

/** The newest camera, for an example that works when it is pasted. */
export function newestCameraOptions(organization: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "newest"],
    queryFn: ({ signal }) => callApi<typeof listCameras>("GET /cameras", { organization, query: { limit: 1 }, signal }),
  });
}

export function cameraCountsOptions(organization: string, filter: CameraCountsQuery = {}) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "counts", filter],
    queryFn: ({ signal }) =>
      callApi<typeof getCameraCounts>("GET /cameras/counts", { organization, query: filter, signal }),
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

export function cameraStatusOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "status", id],
    queryFn: ({ signal }) =>
      callApi<typeof getCameraStatus>("GET /cameras/{id}/status", { organization, params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The first cameras whose name or external id contains `q`, for choosing among them. */
export function cameraChoicesOptions(organization: string, q: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "choices", q],
    queryFn: ({ signal }) =>
      callApi<typeof listCameras>("GET /cameras", {
        organization,
        query: { limit: CAMERAS_PER_PAGE, ...(q && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The cameras that a filter names, for their names; those that are not there are left out. */
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
