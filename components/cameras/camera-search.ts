import {
  choiceParam,
  choicesParam,
  defineSearch,
  isIdOf,
  isPlainText,
  listParam,
  type SearchOf,
  textParam,
} from "@/components/list/search-codec";
import type { CameraListQuery } from "@/lib/cameras/schema";
import { MAX_SEARCH } from "@/lib/limits";
import { cameraStatuses } from "@/lib/values";

export const cameraViews = ["table", "cards"] as const;
export type CameraView = (typeof cameraViews)[number];

const MAX_TAG = 50;

/** The URL parameters of the cameras page: the API's filters and the view. */
export const cameraSearch = defineSearch(
  {
    status: choicesParam(cameraStatuses),
    site_id: listParam(isIdOf("site")),
    tag: listParam(isPlainText(MAX_TAG)),
    q: textParam(MAX_SEARCH),
    view: choiceParam(cameraViews, "table"),
  },
  { kept: ["view"] },
);
export type CameraSearch = SearchOf<typeof cameraSearch>;
export type CameraFilter = Pick<CameraListQuery, "status" | "site_id" | "tag" | "q">;

/** Returns the URL of the cameras page with a filter. */
export const camerasHref = (organization: string, search: CameraSearch = {}): string =>
  cameraSearch.href(`/${organization}/cameras`, search);

/** Converts the URL parameters of the cameras page to the API's filter. */
export function toCameraFilter({ view: _view, ...filters }: CameraSearch): CameraFilter {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
