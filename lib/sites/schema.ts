import { z } from "zod";
import { latitudeSchema, longitudeSchema } from "@/lib/cameras/schema";
import { idSchema, listSchema, nameSchema, paginationParameters, textSchema, timezoneSchema } from "@/lib/http/wire";
import { MAX_SEARCH } from "@/lib/limits";

/** The data of a site that filters and labels need. */
export interface SiteName {
  id: string;
  name: string;
  /** IANA name of the time zone. */
  timezone: string;
}

const place = {
  address: textSchema(500).nullish(),
  latitude: latitudeSchema.nullish(),
  longitude: longitudeSchema.nullish(),
};

export const siteCreateSchema = z
  .strictObject({
    name: nameSchema(100).meta({ description: "The name that your team uses. Names don't have to be unique" }),
    timezone: timezoneSchema.default("UTC"),
    ...place,
  })
  .meta({ id: "SiteCreate" });
export type SiteCreate = z.output<typeof siteCreateSchema>;

export const siteUpdateSchema = z
  .strictObject({
    name: nameSchema(100).optional().meta({ description: "The name that your team uses" }),
    timezone: timezoneSchema.optional(),
    ...place,
  })
  .meta({ id: "SiteUpdate" });
export type SiteUpdate = z.output<typeof siteUpdateSchema>;

export const siteSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: "The site's name" }),
    timezone: z.string(),
    address: z.string().nullable().meta({ description: "The address, as text" }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    camera_count: z.int().meta({ description: "Number of cameras at the site" }),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.int(),
  })
  .meta({ id: "Site" });
export type Site = z.output<typeof siteSchema>;

export const siteListSchema = listSchema(siteSchema).meta({ id: "SiteList" });
export type SiteList = z.output<typeof siteListSchema>;

export const siteListQuerySchema = z.strictObject({
  q: textSchema(MAX_SEARCH).optional().meta({ description: "Matches this text in the name or address" }),
  ...paginationParameters,
});
export type SiteListQuery = z.output<typeof siteListQuerySchema>;

export const siteParamsSchema = z.object({ id: idSchema("site") });
