import { z } from "zod";
import { listSchema, paginationParameters, timestampSchema } from "@/lib/http/wire";
import { DEFAULT_STATUS_HISTORY_D, DEFAULT_UPTIME_D, MAX_CLOCK_AHEAD_MS, STATUS_HISTORY_D } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import { cameraStatusSchema, uptimeFilters } from "./filters";
import { cameraStatusReasonSchema } from "./schema";

const from = timestampSchema.refine(
  (value) => Date.parse(value) >= Date.now() - STATUS_HISTORY_D * DAY_MS - MAX_CLOCK_AHEAD_MS,
  {
    error: `The status history is kept for ${STATUS_HISTORY_D} days. Send a later time.`,
  },
);
const period = (days: number) => ({
  from: from.optional().meta({ description: `Start of the period. Defaults to ${days} days before \`to\`` }),
  to: timestampSchema.optional().meta({ description: "End of the period (exclusive). Defaults to now" }),
});
const inOrder = (query: { from?: string | undefined; to?: string | undefined }) =>
  query.from === undefined || query.from < (query.to ?? new Date().toISOString());
const order = { path: ["from"], error: "Must be before `to`, which defaults to now." };

export const statusHistoryQuerySchema = z
  .strictObject({ ...period(DEFAULT_STATUS_HISTORY_D), ...paginationParameters })
  .refine(inOrder, order);
export type StatusHistoryQuery = z.output<typeof statusHistoryQuerySchema>;

export const cameraStatusChangeSchema = z
  .object({
    at: z.string().meta({ description: "When it happened, even if it was detected later" }),
    from: cameraStatusSchema.meta({ description: "The status before" }),
    to: cameraStatusSchema.meta({ description: "The status after the change" }),
    reason: cameraStatusReasonSchema,
  })
  .meta({ id: "CameraStatusChange" });

export const statusHistorySchema = listSchema(cameraStatusChangeSchema).meta({ id: "StatusHistory" });
export type StatusHistory = z.output<typeof statusHistorySchema>;

export const uptimeQuerySchema = z
  .strictObject({
    ...period(DEFAULT_UPTIME_D),
    ...uptimeFilters,
    ...paginationParameters,
  })
  .refine(inOrder, order);
export type UptimeQuery = z.output<typeof uptimeQuerySchema>;

const uptime = {
  uptime_percent: z.number().nullable().meta({
    description:
      "Percentage of the monitored time, rounded down: 100 means no downtime at all. Null if the camera wasn't monitored",
  }),
  monitored_s: z.number().meta({ description: "Seconds during which the camera was neither pending nor disabled" }),
  downtime_s: z.number().meta({ description: "Seconds during which the camera was offline" }),
  outages: z.int().meta({ description: "Number of outages, including one that began before `from`" }),
  longest_outage_s: z
    .number()
    .meta({ description: "Duration of the longest outage in seconds, counting only the part between `from` and `to`" }),
};

export const uptimeReportSchema = listSchema(
  z
    .object({
      camera_id: z.string(),
      name: z.string(),
      external_id: z.string().nullable(),
      site_id: z.string().nullable(),
      ...uptime,
    })
    .meta({ id: "CameraUptime" }),
)
  .extend({
    from: z.string().meta({ description: "Start of the period" }),
    to: z.string().meta({ description: "End of the period (exclusive). Time in the future isn't counted" }),
    summary: z
      .object({ cameras: z.int().meta({ description: "Number of matches" }), ...uptime })
      .meta({ id: "UptimeSummary" })
      .nullable()
      .meta({ description: "Totals of all matching cameras. Only on the first page" }),
  })
  .meta({ id: "UptimeReport" });
export type UptimeReport = z.output<typeof uptimeReportSchema>;
