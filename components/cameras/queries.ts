import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { getCamera, getCameraCounts, getCameraStatus, listCameras } from "@/lib/cameras/operations";
import type { CameraCountsQuery, CameraQuery } from "@/lib/cameras/schema";
import { call } from "@/lib/http/call";

/** Prefix of everything that is read of cameras; invalidate it after a write. */
export const camerasKey = ["cameras"] as const;

/** Pages follow the events; this is for what passes without one: signs of life, and a status that grows late. */
const REFRESH_MS = 30_000;
export const CAMERAS_PER_PAGE = 50;
const NAMES_STAY_MS = 60_000;

export type CameraFilter = Pick<CameraQuery, "status" | "site_id" | "tag" | "q">;

export function cameraListQuery(organization: string, filter: CameraFilter) {
  return infiniteQueryOptions({
    queryKey: [...camerasKey, organization, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call<typeof listCameras>("GET /cameras", {
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

export function impairedCamerasQuery(organization: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "impaired"],
    queryFn: ({ signal }) =>
      call<typeof listCameras>("GET /cameras", {
        organization,
        query: { ...impairedFilter, limit: CAMERAS_PER_PAGE },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  });
}

/** The newest camera, for an example that works when it is pasted. */
export function newestCameraQuery(organization: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "newest"],
    queryFn: ({ signal }) => call<typeof listCameras>("GET /cameras", { organization, query: { limit: 1 }, signal }),
  });
}

export function cameraCountsQuery(organization: string, filter: CameraCountsQuery = {}) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "counts", filter],
    queryFn: ({ signal }) =>
      call<typeof getCameraCounts>("GET /cameras/counts", { organization, query: filter, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function cameraQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "one", id],
    queryFn: ({ signal }) => call<typeof getCamera>("GET /cameras/{id}", { organization, params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function cameraStatusQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "status", id],
    queryFn: ({ signal }) =>
      call<typeof getCameraStatus>("GET /cameras/{id}/status", { organization, params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The first cameras whose name or external id contains `q`, for choosing among them. */
export function cameraChoicesQuery(organization: string, q: string) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "choices", q],
    queryFn: ({ signal }) =>
      call<typeof listCameras>("GET /cameras", {
        organization,
        query: { limit: CAMERAS_PER_PAGE, ...(q && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The cameras that a filter names, for their names; those that are not there are left out. */
export function namedCamerasQuery(organization: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...camerasKey, organization, "named", ...ids],
    queryFn: async ({ signal }) => {
      const read = (id: string) =>
        call<typeof getCamera>("GET /cameras/{id}", { organization, params: { id }, signal }).catch(() => []);
      return (await Promise.all(ids.map(read))).flat();
    },
    staleTime: NAMES_STAY_MS,
    placeholderData: keepPreviousData,
  });
}
