import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsStringLiteral,
} from "nuqs/server";
import { MAX_SEARCH, textParser } from "@/components/ui/text-parser";
import type { CameraListQuery } from "@/lib/cameras/schema";
import { decodeId } from "@/lib/db/ids";
import { cameraStatuses } from "@/lib/values";

export const cameraViews = ["table", "cards"] as const;
export type CameraView = (typeof cameraViews)[number];
const MAX_TAG = 50;

const siteId = createParser({
  parse: (value) => (decodeId("site", value) === null ? null : value),
  serialize: (value: string) => value,
});

/** The API's filters that the page's address may hold. Values that mean nothing are dropped, never an error. */
const filters = {
  status: parseAsArrayOf(parseAsStringLiteral(cameraStatuses)).withDefault([]),
  site_id: parseAsArrayOf(siteId).withDefault([]),
  tag: parseAsArrayOf(textParser(MAX_TAG)).withDefault([]),
  q: textParser(MAX_SEARCH).withDefault(""),
};
const filterNames = Object.keys(filters) as (keyof typeof filters)[];
export type CameraFilter = Pick<CameraListQuery, keyof typeof filters>;

/** What the address of the cameras page says. */
export const cameraSearch = { ...filters, view: parseAsStringLiteral(cameraViews).withDefault("table") };
export type CameraSearch = inferParserType<typeof cameraSearch>;

export const loadCameraSearch = createLoader(cameraSearch);
const serialize = createSerializer(cameraSearch);

/** The page of the cameras that a number or a label stands for. */
export function camerasHref(organization: string, values: Partial<CameraSearch> = {}): string {
  return `/${organization}/cameras${serialize(values)}`;
}

/** The search without its filters. */
export const noCameraFilter = Object.fromEntries(filterNames.map((name) => [name, null]));

/** The filter of the API that an address asks for. */
export function toCameraFilter(search: CameraSearch): CameraFilter {
  const trimmed = filterNames.map((name) => {
    const value = search[name];
    return [name, typeof value === "string" ? value.trim() : value.map((text) => text.trim()).filter(Boolean)] as const;
  });
  return Object.fromEntries(trimmed.filter(([, value]) => value.length > 0));
}
