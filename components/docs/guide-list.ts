import type { GuideContent } from "@/components/docs/guide";
import { alertsGuide } from "@/components/docs/guides/alerts";
import { analytics } from "@/components/docs/guides/analytics";
import { authentication } from "@/components/docs/guides/authentication";
import { batches } from "@/components/docs/guides/batches";
import { cameraStatus } from "@/components/docs/guides/camera-status";
import { changelog } from "@/components/docs/guides/changelog";
import { clients } from "@/components/docs/guides/clients";
import { errors } from "@/components/docs/guides/errors";
import { events } from "@/components/docs/guides/events";
import { exportsGuide } from "@/components/docs/guides/exports";
import { idempotency } from "@/components/docs/guides/idempotency";
import { limits } from "@/components/docs/guides/limits";
import { oauthGuide } from "@/components/docs/guides/oauth";
import { pagination } from "@/components/docs/guides/pagination";
import { quickStart } from "@/components/docs/guides/quick-start";
import { scale } from "@/components/docs/guides/scale";

/** The guides in the order in which a newcomer reads them. */
export const guides: readonly GuideContent[] = [
  quickStart,
  authentication,
  oauthGuide,
  alertsGuide,
  cameraStatus,
  batches,
  events,
  analytics,
  exportsGuide,
  pagination,
  idempotency,
  errors,
  limits,
  clients,
  scale,
  changelog,
];
