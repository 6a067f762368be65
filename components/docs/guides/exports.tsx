import { Bullets } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";

export const exportsGuide: GuideContent = {
  slug: "exports",
  title: "Exports",
  lead: "Every alert that a filter finds, in one reply without end of page: as CSV for spreadsheets, as lines of JSON for programs.",
  sections: (reader) => [
    {
      id: "formats",
      title: "Two formats",
      blocks: [
        "`format=csv` (or `Accept: text/csv`) gives a first line of names and a line per alert. `format=ndjson` (or `Accept: application/x-ndjson`) gives one alert per line, exactly as the list shows it. `format` wins over `Accept`. The filters are those of the list.",
        <CodeBlock key="csv" label="CSV into a file" code={exportSample(reader.baseUrl, "csv")} />,
        <CodeBlock key="ndjson" label="Lines of JSON" code={exportSample(reader.baseUrl, "ndjson")} />,
      ],
    },
    {
      id: "csv",
      title: "CSV that is safe to open",
      blocks: [
        <Bullets
          key="csv"
          items={[
            "UTF-8, commas, lines that end in CR LF, quotes as RFC 4180 has them.",
            "Text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-` or `@`) is held back by an apostrophe.",
            "Lists and objects stand in one cell: tags separated by semicolons, media and metadata as JSON.",
          ]}
        />,
      ],
    },
    {
      id: "size",
      title: "Any size",
      blocks: [
        "There is no cap on rows. The reply is written while it is read, so it takes no longer to begin for a million alerts than for ten, and a slow reader costs nothing. Alerts that arrive meanwhile shift nothing.",
        "A broken connection shows as an error of your HTTP client, not as a short file that looks whole. Begin again, or export by the month with `created_after` and `created_before`.",
        "For a page to show to people, [list alerts](/docs/reference/listAlerts) instead; to keep a copy up to date, read the [events](/docs/events):",
        <CodeSamples
          key="list"
          label="One page, counted"
          request={{
            method: "GET",
            url: `${reader.baseUrl}/api/v1/alerts?limit=5&include_total=true`,
            authorized: true,
          }}
        />,
      ],
    },
  ],
};

function exportSample(baseUrl: string, format: "csv" | "ndjson"): string {
  return `curl '${baseUrl}/api/v1/alerts/export?format=${format}&status=open,acknowledged' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" -o alerts.${format}`;
}
