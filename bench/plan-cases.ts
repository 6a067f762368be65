import type { AlertListQuery } from "@/lib/alerts/schema";
import type { Loaded } from "./data";
import type { Named } from "./data-world";

/** How PostgreSQL answers a search, which determines how many rows it may read. */
type SearchKind =
  /** One filter with an index that returns matches in order of creation. Other sort orders behave like `search`. */
  | "index"
  /**
   * Depending on statistics, PostgreSQL either scans in list order until the page is full, or collects and sorts
   * all matches.
   */
  | "search"
  /** No index applies, so all rows may be read, within a time limit. */
  | "scan";

export interface AlertCase {
  name: string;
  filter: Partial<Omit<AlertListQuery, "sort" | "limit">>;
  way: SearchKind;
  /** True if the filter has no or almost no matches. */
  isEmpty: boolean;
}

const hits = ["frequent", "medium", "rare", "none"] as const;

/** Returns a case for each filter of the list with many, some, few and no matches, and for common pairs of filters. */
export function alertCases(loaded: Loaded): AlertCase[] {
  const { cameras, sites, tags, useCases, users, words, from, until } = loaded;
  const at = (part: number) => new Date(from.getTime() + part * (until.getTime() - from.getTime())).toISOString();
  const cases: AlertCase[] = [];
  const add = (way: SearchKind, name: string, filter: AlertCase["filter"], isEmpty = false) =>
    cases.push({ name, filter, way, isEmpty });
  const each = (
    way: SearchKind,
    name: string,
    named: Partial<Named>,
    filter: (value: string) => AlertCase["filter"],
  ) => {
    for (const hit of hits) {
      const value = named[hit];
      if (value !== undefined) add(way, `${name}, ${hit}`, filter(value), hit === "none");
    }
  };
  const day = { occurred_after: at(0.5), occurred_before: at(0.5 + 1 / 360) };
  const tenth = { occurred_after: at(0.5), occurred_before: at(0.6) };

  add("index", "no filter", {});
  each("index", "status", { frequent: "resolved", medium: "open", rare: "acknowledged" }, (status) => ({
    status: [status as "open"],
  }));
  add("search", "two statuses", { status: ["open", "acknowledged"] });
  each("index", "severity", { frequent: "medium", medium: "critical" }, (severity) => ({
    severity: [severity as "low"],
  }));
  add("search", "two severities", { severity: ["critical", "high"] });
  each("index", "use case", useCases, (value) => ({ use_case: [value] }));
  each("index", "camera", cameras, (value) => ({ camera_id: [value] }));
  add("index", "camera by name", { camera_id: ["cam-0002"] });
  add("index", "camera by an unknown name", { camera_id: ["unknown"] }, true);
  add("search", "two cameras", { camera_id: [cameras.rare, cameras.medium] });
  each("index", "site", sites, (value) => ({ site_id: [value] }));
  each("index", "assignee", users, (value) => ({ assignee_id: [value] }));
  add("index", "unassigned", { assignee_id: ["none"] });
  add("search", "unassigned or of one person", { assignee_id: ["none", users.medium] });
  each("search", "tag", tags, (value) => ({ tag: [value] }));
  each("search", "text", words, (q) => ({ q }));
  add("search", "phrase", { q: "forklift at gate 7" });
  add("scan", "two letters", { q: "at" });
  add("scan", "two letters that are nowhere", { q: "qx" }, true);
  for (const mark of ["%", "_", "\\", "(", "a%"]) {
    add("scan", `200 characters of ${mark}`, { q: mark.repeat(200).slice(0, 200) }, true);
  }
  add("scan", "letters that no index knows", { q: "火災検知" }, true);
  add("search", "occurred on a day", day);
  add("index", "occurred lately", { occurred_after: at(0.999) });
  add("index", "occurred long ago", { occurred_before: at(0.01) });
  add("index", "occurred before everything", { occurred_before: at(-0.5) }, true);
  add("index", "created on a day", { created_after: at(0.5), created_before: at(0.5 + 1 / 360) });
  add("index", "created long ago", { created_before: at(0.01) });
  add("search", "changed lately", { updated_after: at(0.999) });
  add("search", "changed never", { updated_after: at(1.1) }, true);

  add("search", "open and critical", { status: ["open"], severity: ["critical"] });
  add("search", "acknowledged and critical", { status: ["acknowledged"], severity: ["critical"] });
  each("search", "open of a camera", cameras, (value) => ({ status: ["open"], camera_id: [value] }));
  each("search", "open of a site", sites, (value) => ({ status: ["open"], site_id: [value] }));
  each("search", "open of one person", users, (value) => ({ status: ["open"], assignee_id: [value] }));
  add("search", "open and unassigned", { status: ["open"], assignee_id: ["none"] });
  each("search", "use case within a day", useCases, (value) => ({ use_case: [value], ...day }));
  each("search", "use case within a month", useCases, (value) => ({ use_case: [value], ...tenth }));
  each("search", "open use case within a month", useCases, (value) => ({
    status: ["open"],
    use_case: [value],
    ...tenth,
  }));
  each("search", "open with a tag", tags, (value) => ({ status: ["open"], tag: [value] }));
  each("search", "open with a text", words, (q) => ({ status: ["open"], q }));
  add("search", "acknowledged with a tag", { status: ["acknowledged"], tag: [tags.medium] });
  add("search", "open, critical, with a tag", { status: ["open"], severity: ["critical"], tag: [tags.medium] });
  add("search", "tag and text", { tag: [tags.medium], q: words.medium });
  add("search", "unassigned and critical", { assignee_id: ["none"], severity: ["critical"] });
  add("search", "acknowledged, critical, of a use case", {
    status: ["acknowledged"],
    severity: ["critical"],
    use_case: [useCases.medium],
  });
  return cases;
}
