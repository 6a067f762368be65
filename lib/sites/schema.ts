import { z } from "zod";
import { latitude, longitude } from "@/lib/cameras/schema";
import { id, listOf, name, pagination, text, timezone } from "@/lib/http/wire";

/** A site as filters and labels show it. */
export interface SiteName {
  id: string;
  name: string;
  /** IANA name. */
  timezone: string;
}

const place = {
  address: text(500).nullish(),
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
};

export const siteCreate = z
  .strictObject({
    name: name(100).meta({ description: "What your team calls it; two sites may share a name" }),
    timezone: timezone.default("UTC"),
    ...place,
  })
  .meta({ id: "SiteCreate" });
export type SiteCreate = z.output<typeof siteCreate>;

export const siteUpdate = z
  .strictObject({
    name: name(100).optional().meta({ description: "What your team calls it" }),
    timezone: timezone.optional(),
    ...place,
  })
  .meta({ id: "SiteUpdate" });
export type SiteUpdate = z.output<typeof siteUpdate>;

export const site = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: "Its name" }),
    timezone: z.string(),
    address: z.string().nullable().meta({ description: "Where it is, in words" }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    camera_count: z.int().meta({ description: "Cameras that stand there" }),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.int(),
  })
  .meta({ id: "Site" });
export type Site = z.output<typeof site>;

export const siteList = listOf(site).meta({ id: "SiteList" });
export type SiteList = z.output<typeof siteList>;

export const siteQuery = z.strictObject({
  q: text(200).optional().meta({ description: "Found literally in name or address" }),
  ...pagination,
});
export type SiteQuery = z.output<typeof siteQuery>;

export const siteParams = z.object({ id: id("site") });
