import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsStringLiteral,
} from "nuqs/server";
import { MAX_SEARCH, textParser } from "@/components/ui/text-parser";
import { decodeId } from "@/lib/db/ids";
import { cameraStatuses } from "@/lib/values";
import type { CameraFilter } from "./queries";

export const cameraViews = ["table", "cards"] as const;
export type CameraView = (typeof cameraViews)[number];
const MAX_TAG = 50;

const siteId = createParser({
  parse: (value) => (decodeId("site", value) === null ? null : value),
  serialize: (value: string) => value,
});

/** What the address of the cameras page says. Values that mean nothing are dropped, never an error. */
export const cameraSearch = {
  status: parseAsArrayOf(parseAsStringLiteral(cameraStatuses)).withDefault([]),
  site_id: siteId,
  tag: textParser(MAX_TAG),
  q: textParser(MAX_SEARCH).withDefault(""),
  view: parseAsStringLiteral(cameraViews).withDefault("table"),
};
export type CameraSearch = inferParserType<typeof cameraSearch>;

export const loadCameraSearch = createLoader(cameraSearch);
const serialize = createSerializer(cameraSearch);

/** The page of the cameras that a number or a label stands for. */
export function camerasHref(organization: string, values: Partial<CameraSearch> = {}): string {
  return `/${organization}/cameras${serialize(values)}`;
}

/** The filter of the API that an address asks for. */
export function toCameraFilter({ status, site_id, tag, q }: CameraSearch): CameraFilter {
  const text = q.trim();
  const label = tag?.trim();
  return {
    ...(status.length > 0 && { status }),
    ...(site_id && { site_id: [site_id] }),
    ...(label && { tag: [label] }),
    ...(text && { q: text }),
  };
}
