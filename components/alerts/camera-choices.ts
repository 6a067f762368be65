import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { listCameras } from "@/lib/cameras/operations";
import { call } from "@/lib/http/call";

const CHOICES = 50;

/** The first cameras whose name or external id contains `q`, for choosing among them. */
export function cameraChoicesQuery(organization: string, q: string) {
  return queryOptions({
    queryKey: ["cameras", organization, "choices", q],
    queryFn: ({ signal }) =>
      call<typeof listCameras>("GET /cameras", { organization, query: { limit: CHOICES, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });
}
