import type { GuideContent } from "@/components/docs/guide";
import { alertsGuide } from "@/components/docs/guides/alerts";
import { analyticsGuide } from "@/components/docs/guides/analytics";
import { authenticationGuide } from "@/components/docs/guides/authentication";
import * as batches from "@/components/docs/guides/batches.mdx";
import { cameraStatusGuide } from "@/components/docs/guides/camera-status";
import { changelogGuide } from "@/components/docs/guides/changelog";
import { clientsGuide } from "@/components/docs/guides/clients";
import { errorsGuide } from "@/components/docs/guides/errors";
import * as events from "@/components/docs/guides/events.mdx";
import { exportsGuide } from "@/components/docs/guides/exports";
import * as glossary from "@/components/docs/guides/glossary.mdx";
import * as idempotency from "@/components/docs/guides/idempotency.mdx";
import { limitsGuide } from "@/components/docs/guides/limits";
import * as oauth from "@/components/docs/guides/oauth.mdx";
import { paginationGuide } from "@/components/docs/guides/pagination";
import { quickStartGuide } from "@/components/docs/guides/quick-start";
import { scaleGuide } from "@/components/docs/guides/scale";
import { mdxGuide } from "@/components/docs/mdx-guide";

/** The guides in reading order for newcomers. */
export const guides: readonly GuideContent[] = [
  quickStartGuide,
  authenticationGuide,
  mdxGuide("oauth", oauth),
  alertsGuide,
  cameraStatusGuide,
  mdxGuide("batches", batches),
  mdxGuide("events", events),
  analyticsGuide,
  exportsGuide,
  paginationGuide,
  mdxGuide("idempotency", idempotency),
  errorsGuide,
  limitsGuide,
  clientsGuide,
  scaleGuide,
  mdxGuide("glossary", glossary),
  changelogGuide,
];
