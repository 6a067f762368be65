import type { GuideContent } from "@/components/docs/guide";
import * as alerts from "@/components/docs/guides/alerts.mdx";
import * as analytics from "@/components/docs/guides/analytics.mdx";
import * as authentication from "@/components/docs/guides/authentication.mdx";
import * as batches from "@/components/docs/guides/batches.mdx";
import * as cameraStatus from "@/components/docs/guides/camera-status.mdx";
import * as changelog from "@/components/docs/guides/changelog.mdx";
import * as clients from "@/components/docs/guides/clients.mdx";
import * as destinations from "@/components/docs/guides/destinations.mdx";
import * as errors from "@/components/docs/guides/errors.mdx";
import * as events from "@/components/docs/guides/events.mdx";
import * as exportGuide from "@/components/docs/guides/exports.mdx";
import * as glossary from "@/components/docs/guides/glossary.mdx";
import * as idempotency from "@/components/docs/guides/idempotency.mdx";
import * as limits from "@/components/docs/guides/limits.mdx";
import * as oauth from "@/components/docs/guides/oauth.mdx";
import * as pagerDuty from "@/components/docs/guides/pagerduty.mdx";
import * as pagination from "@/components/docs/guides/pagination.mdx";
import * as quickStart from "@/components/docs/guides/quick-start.mdx";
import * as scale from "@/components/docs/guides/scale.mdx";
import * as webhooks from "@/components/docs/guides/webhooks.mdx";
import { mdxGuide } from "@/components/docs/mdx-guide";

/** The start page of the docs. */
export const quickStartGuide = mdxGuide("", quickStart);

/** All guides, in reading order for newcomers. */
export const guides: readonly GuideContent[] = [
  quickStartGuide,
  mdxGuide("authentication", authentication),
  mdxGuide("oauth", oauth),
  mdxGuide("alerts", alerts),
  mdxGuide("camera-status", cameraStatus),
  mdxGuide("batches", batches),
  mdxGuide("events", events),
  mdxGuide("webhooks", webhooks),
  mdxGuide("destinations", destinations),
  mdxGuide("pagerduty", pagerDuty),
  mdxGuide("analytics", analytics),
  mdxGuide("exports", exportGuide),
  mdxGuide("pagination", pagination),
  mdxGuide("idempotency", idempotency),
  mdxGuide("errors", errors),
  mdxGuide("limits", limits),
  mdxGuide("clients", clients),
  mdxGuide("scale", scale),
  mdxGuide("glossary", glossary),
  mdxGuide("changelog", changelog),
];
