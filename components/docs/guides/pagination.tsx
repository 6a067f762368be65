import { Bullets } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "@/lib/limits";

export const paginationGuide: GuideContent = {
  slug: "pagination",
  title: "Pagination and filters",
  lead: "Lists come a page at a time. Page 10,000 is as fast as page 1, and nothing is skipped or repeated while new rows arrive.",
  sections: (reader) => [
    {
      id: "pages",
      title: "Pages",
      blocks: [
        `A list answers \`data\`, \`has_more\` and \`next_cursor\`. Send \`next_cursor\` back as \`cursor\` until \`has_more\` is false. \`limit\` sets the rows per page: 1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} when left out.`,
        <CodeSamples
          key="first"
          label="The first page"
          request={{
            method: "GET",
            url: `${reader.baseUrl}/api/v1/alerts?limit=${MAX_PAGE_SIZE}`,
            authorized: true,
          }}
        />,
        <CodeBlock
          key="reply"
          label="The reply"
          code={JSON.stringify({ data: ["…"], has_more: true, next_cursor: "bDk3x1WgqO0PZrRk0c2m8Vsx" }, null, 2)}
        />,
        <CodeBlock key="loop" label="All pages, in Python" code={loopSample(reader.baseUrl)} />,
      ],
    },
    {
      id: "cursors",
      title: "Cursors",
      blocks: [
        <Bullets
          key="cursors"
          items={[
            "A cursor is opaque. Keep it as it is; a changed one is refused with [`invalid_cursor`](/docs/errors#invalid_cursor).",
            "It belongs to your organization and to the filters and sort it was made with. Only `limit` may change between pages.",
            'The reply also carries `Link: <…>; rel="next"`, for clients that follow links by themselves.',
            "When you need to know how many there are, `include_total=true` adds `total`. Leave it out otherwise: counting costs time.",
          ]}
        />,
      ],
    },
    {
      id: "filters",
      title: "Filters",
      blocks: [
        "Filters narrow a list, and every filter can be combined with every other. A filter that takes several values takes them repeated or separated by commas; these two are the same:",
        <CodeBlock
          key="several"
          label="Several values"
          code={"/alerts?status=open&status=acknowledged\n/alerts?status=open,acknowledged"}
        />,
        "Times are RFC 3339 with a zone, for example `2026-01-31T12:00:00Z`; an offset may lack its colon (`+0100`). A parameter that does not exist is refused, so a misspelt filter never returns everything by accident.",
      ],
    },
    {
      id: "sync",
      title: "Keeping a copy",
      blocks: [
        "The [event feed](/docs/events) says what changed, in order, and is the best way to keep up. Without it, remember when you last asked and send it as `updated_after`. Overlap by a minute and update by `id`: seeing a row twice is harmless, missing one is not.",
      ],
    },
  ],
};

function loopSample(baseUrl: string): string {
  return `import os

import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['SIGHTLINE_API_KEY']}"


def all_alerts(**filters):
    cursor = None
    while True:
        page = session.get(
            "${baseUrl}/api/v1/alerts",
            params={**filters, "limit": ${MAX_PAGE_SIZE}, "cursor": cursor},
            timeout=10,
        )
        page.raise_for_status()
        body = page.json()
        yield from body["data"]
        cursor = body["next_cursor"]
        if cursor is None:
            return


for alert in all_alerts(status="open"):
    print(alert["id"], alert["use_case"])`;
}
