import type { GuideContent } from "@/components/docs/guide";
import { alertsGuide } from "@/components/docs/guides/alerts";
import { authentication } from "@/components/docs/guides/authentication";
import { cameraStatus } from "@/components/docs/guides/camera-status";
import { changelog } from "@/components/docs/guides/changelog";
import { errors } from "@/components/docs/guides/errors";
import { idempotency } from "@/components/docs/guides/idempotency";
import { limits } from "@/components/docs/guides/limits";
import { pagination } from "@/components/docs/guides/pagination";
import { quickStart } from "@/components/docs/guides/quick-start";

/** The guides in the order in which a newcomer reads them. */
export const guides: readonly GuideContent[] = [
  quickStart,
  authentication,
  alertsGuide,
  cameraStatus,
  errors,
  pagination,
  idempotency,
  limits,
  changelog,
];
