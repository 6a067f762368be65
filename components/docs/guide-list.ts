import type { GuideContent } from "@/components/docs/guide";
import { alertsGuide } from "@/components/docs/guides/alerts";
import { analyticsGuide } from "@/components/docs/guides/analytics";
import { authenticationGuide } from "@/components/docs/guides/authentication";
import { batchesGuide } from "@/components/docs/guides/batches";
import { cameraStatusGuide } from "@/components/docs/guides/camera-status";
import { changelogGuide } from "@/components/docs/guides/changelog";
import { clientsGuide } from "@/components/docs/guides/clients";
import { errorsGuide } from "@/components/docs/guides/errors";
import { eventsGuide } from "@/components/docs/guides/events";
import { exportsGuide } from "@/components/docs/guides/exports";
import { idempotencyGuide } from "@/components/docs/guides/idempotency";
import { limitsGuide } from "@/components/docs/guides/limits";
import { oauthGuide } from "@/components/docs/guides/oauth";
import { paginationGuide } from "@/components/docs/guides/pagination";
import { quickStartGuide } from "@/components/docs/guides/quick-start";
import { scaleGuide } from "@/components/docs/guides/scale";

/** The guides in reading order for newcomers. */
export const guides: readonly GuideContent[] = [
  quickStartGuide,
  authenticationGuide,
  oauthGuide,
  alertsGuide,
  cameraStatusGuide,
  batchesGuide,
  eventsGuide,
  analyticsGuide,
  exportsGuide,
  paginationGuide,
  idempotencyGuide,
  errorsGuide,
  limitsGuide,
  clientsGuide,
  scaleGuide,
  changelogGuide,
];
