import { Bullets, Callout } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";

export const analyticsGuide: GuideContent = {
  slug: "analytics",
  title: "Analytics and time zones",
  lead: "Counts over time, response times, false positives and uptime. Every figure equals a recount of the rows at the moment you ask.",
  sections: (reader) => [
    {
      id: "series",
      title: "Counts over time",
      blocks: [
        "Alerts are counted by when they occurred. Choose the period with `from` and `to`, the `interval`, and with `group_by` one series per use case, camera, site, status or severity. Buckets without alerts are there, with zero.",
        <CodeSamples
          key="series"
          label="Alerts by day and use case"
          request={{
            method: "GET",
            url: `${reader.baseUrl}/api/v1/analytics/alerts?interval=day&group_by=use_case&timezone=Europe/Berlin`,
            authorized: true,
          }}
        />,
        "`buckets` says when each bucket begins; `counts` of each series has one number per bucket, in the same order.",
      ],
    },
    {
      id: "zones",
      title: "Days are somebody's days",
      blocks: [
        "`timezone` is an IANA name such as `Europe/Berlin`; UTC when left out. Hours, days, weeks (from Monday) and months are those of that place:",
        <Bullets
          key="zones"
          items={[
            "A day on which the clocks go forward has 23 hours, one on which they go back 25. Each is one bucket.",
            "With `interval=hour` the hour that comes twice is two buckets, and the one that is skipped is none.",
            "The first and last bucket count only what lies between `from` and `to`. Begin at a local midnight to have whole days.",
            "Times in replies are UTC, as everywhere; `start` of a bucket is the moment at which it begins in the zone.",
          ]}
        />,
      ],
    },
    {
      id: "summary",
      title: "A period in figures",
      blocks: [
        "How many, how fast, how often wrong: each figure stands beside that of the period of equal length before, with the difference.",
        <CodeSamples
          key="summary"
          label="The last days in figures"
          request={{ method: "GET", url: `${reader.baseUrl}/api/v1/analytics/summary`, authorized: true }}
        />,
        <Bullets
          key="definitions"
          items={[
            "Time to acknowledge runs from creation until somebody took the alert on, time to resolve until it was closed. Alerts that were created so have none.",
            "`p95_s` is the shortest time within which 95 % of them were done.",
            "The false-positive rate is the share of `false_positive` among alerts with a [disposition](/docs/alerts#disposition). Close alerts with one, and the rate means something.",
          ]}
        />,
      ],
    },
    {
      id: "exact",
      title: "Exact, and now",
      blocks: [
        "An alert is in the figures as soon as the reply to its creation is sent, and a late one counts on the day it occurred. There is no sampling and no nightly run to wait for.",
        <Callout
          key="scope"
          text="These operations need the scope `analytics:read`; names of use cases come with `alerts:read` too: [list use cases](/docs/reference/listUseCases). Uptime is explained with the [camera status](/docs/camera-status#uptime)."
        />,
      ],
    },
  ],
};
