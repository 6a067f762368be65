import { expect, it } from "vitest";
import { alertCsvColumns } from "./csv";

// Users read columns by position, so append new columns to this list. If a new column isn't the last one in the
// exported file, add its name to `csv.ts`.
it("keeps the export columns in their published order", () => {
  const published =
    "id,use_case,status,severity,title,description,camera_id,camera_name,camera_external_id,site_id,site_name,occurred_at," +
    "last_occurred_at,occurrence_count,dedup_key,confidence,tags,media,metadata,assignee_id,disposition,disposition_reason," +
    "source_kind,source_id,source_name,created_at,updated_at,acknowledged_at,acknowledged_by_kind,acknowledged_by_id," +
    "acknowledged_by_name,resolved_at,resolved_by_kind,resolved_by_id,resolved_by_name,version";
  expect(alertCsvColumns.join(",")).toBe(published);
});
