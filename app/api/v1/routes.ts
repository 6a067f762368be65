import * as authorizationServer from "@/app/.well-known/oauth-authorization-server/route";
import * as securityContact from "@/app/.well-known/security.txt/route";
import * as metrics from "@/app/api/metrics/route";
import * as robots from "@/app/robots.txt/route";
import type { Route } from "@/lib/http/route";
import { getMetrics } from "@/lib/http/server/metrics";
import { getRobots, getSecurityContact } from "@/lib/http/server/root-files";
import { DISCOVERY_PATH } from "@/lib/oauth/discovery";
import * as accountPassword from "./account/password/route";
import * as passwordResetConfirm from "./account/password-reset/confirm/route";
import * as passwordReset from "./account/password-reset/route";
import * as account from "./account/route";
import * as session from "./account/sessions/[id]/route";
import * as otherSessions from "./account/sessions/end-others/route";
import * as sessions from "./account/sessions/route";
import * as twoFactorConfirm from "./account/two-factor/confirm/route";
import * as recoveryCodes from "./account/two-factor/recovery-codes/route";
import * as twoFactor from "./account/two-factor/route";
import * as emailVerification from "./account/verify-email/route";
import * as alertNotes from "./alerts/[id]/notes/route";
import * as alert from "./alerts/[id]/route";
import * as alertTimeline from "./alerts/[id]/timeline/route";
import * as alertBatch from "./alerts/batch/route";
import * as alertBatchUpdate from "./alerts/batch-update/route";
import * as alertExport from "./alerts/export/route";
import * as alerts from "./alerts/route";
import * as analyticsAlerts from "./analytics/alerts/route";
import * as analyticsSummary from "./analytics/summary/route";
import * as uptime from "./analytics/uptime/route";
import * as auditExport from "./audit-log/export/route";
import * as auditLog from "./audit-log/route";
import * as cameraHeartbeat from "./cameras/[id]/heartbeat/route";
import * as camera from "./cameras/[id]/route";
import * as statusHistory from "./cameras/[id]/status/history/route";
import * as cameraStatus from "./cameras/[id]/status/route";
import * as cameraBatch from "./cameras/batch/route";
import * as cameraCounts from "./cameras/counts/route";
import * as heartbeats from "./cameras/heartbeats/route";
import * as cameras from "./cameras/route";
import * as events from "./events/route";
import * as eventStream from "./events/stream/route";
import * as invitationResend from "./invitations/[id]/resend/route";
import * as invitation from "./invitations/[id]/route";
import * as invitationAccept from "./invitations/accept/route";
import * as invitations from "./invitations/route";
import * as keyRevoke from "./keys/[id]/revoke/route";
import * as keyRotate from "./keys/[id]/rotate/route";
import * as key from "./keys/[id]/route";
import * as keys from "./keys/route";
import * as mail from "./mails/[id]/route";
import * as mails from "./mails/route";
import * as mailTest from "./mails/test/route";
import * as me from "./me/route";
import * as member from "./members/[id]/route";
import * as leave from "./members/leave/route";
import * as members from "./members/route";
import * as appSecret from "./oauth/apps/[id]/rotate-secret/route";
import * as app from "./oauth/apps/[id]/route";
import * as apps from "./oauth/apps/route";
import * as authorizations from "./oauth/authorizations/route";
import * as grant from "./oauth/grants/[id]/route";
import * as grants from "./oauth/grants/route";
import * as introspection from "./oauth/introspect/route";
import * as revocation from "./oauth/revoke/route";
import * as token from "./oauth/token/route";
import * as openapi from "./openapi.json/route";
import * as organization from "./organization/route";
import * as organizations from "./organizations/route";
import * as request from "./requests/[id]/route";
import * as requestHistogram from "./requests/histogram/route";
import * as requests from "./requests/route";
import * as signUp from "./sign-up/route";
import * as site from "./sites/[id]/route";
import * as sites from "./sites/route";
import * as useCases from "./use-cases/route";

/** Which path is which handler, for the production server. `lib/structure.test.ts` holds it against catalog and files. */
export const routes: Record<string, Route> = {
  "/account": account,
  "/account/password": accountPassword,
  "/account/password-reset": passwordReset,
  "/account/password-reset/confirm": passwordResetConfirm,
  "/account/verify-email": emailVerification,
  "/account/sessions": sessions,
  "/account/sessions/end-others": otherSessions,
  "/account/sessions/{id}": session,
  "/account/two-factor": twoFactor,
  "/account/two-factor/confirm": twoFactorConfirm,
  "/account/two-factor/recovery-codes": recoveryCodes,
  "/alerts": alerts,
  "/alerts/batch": alertBatch,
  "/alerts/batch-update": alertBatchUpdate,
  "/alerts/export": alertExport,
  "/alerts/{id}": alert,
  "/alerts/{id}/notes": alertNotes,
  "/alerts/{id}/timeline": alertTimeline,
  "/analytics/alerts": analyticsAlerts,
  "/analytics/summary": analyticsSummary,
  "/analytics/uptime": uptime,
  "/audit-log": auditLog,
  "/audit-log/export": auditExport,
  "/cameras": cameras,
  "/cameras/batch": cameraBatch,
  "/cameras/counts": cameraCounts,
  "/cameras/heartbeats": heartbeats,
  "/cameras/{id}": camera,
  "/cameras/{id}/heartbeat": cameraHeartbeat,
  "/cameras/{id}/status": cameraStatus,
  "/cameras/{id}/status/history": statusHistory,
  "/events": events,
  "/events/stream": eventStream,
  "/invitations": invitations,
  "/invitations/accept": invitationAccept,
  "/invitations/{id}": invitation,
  "/invitations/{id}/resend": invitationResend,
  "/keys": keys,
  "/keys/{id}": key,
  "/keys/{id}/revoke": keyRevoke,
  "/keys/{id}/rotate": keyRotate,
  "/mails": mails,
  "/mails/test": mailTest,
  "/mails/{id}": mail,
  "/me": me,
  "/members": members,
  "/members/leave": leave,
  "/members/{id}": member,
  "/oauth/apps": apps,
  "/oauth/apps/{id}": app,
  "/oauth/apps/{id}/rotate-secret": appSecret,
  "/oauth/authorizations": authorizations,
  "/oauth/grants": grants,
  "/oauth/grants/{id}": grant,
  "/oauth/introspect": introspection,
  "/oauth/revoke": revocation,
  "/oauth/token": token,
  "/openapi.json": openapi,
  "/organization": organization,
  "/organizations": organizations,
  "/requests": requests,
  "/requests/histogram": requestHistogram,
  "/requests/{id}": request,
  "/sign-up": signUp,
  "/sites": sites,
  "/sites/{id}": site,
  "/use-cases": useCases,
};

/** What the API answers outside `/api/v1`, by its whole path. */
export const rootRoutes: Record<string, Route> = {
  [DISCOVERY_PATH]: authorizationServer,
  [getSecurityContact.path]: securityContact,
  "/openapi.json": openapi,
  [getMetrics.path]: metrics,
  [getRobots.path]: robots,
};
