import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession } from "@/app/require-member";
import { ConsentFault } from "@/components/oauth/consent-fault";
import { ConsentForm } from "@/components/oauth/consent-form";
import { ConsentFrame } from "@/components/oauth/consent-frame";
import { SwitchPerson } from "@/components/oauth/switch-person";
import { withCallback } from "@/components/shell/callback";
import { buttonVariants } from "@/components/ui/button-variants";
import { database } from "@/lib/db/client";
import { setPageStatus } from "@/lib/http/server/page-status";
import { type AuthorizationQuery, denyAuthorization, readAuthorization } from "@/lib/oauth/authorize";

export const metadata: Metadata = { title: "Allow access", robots: { index: false } };

type AuthorizePageProps = { searchParams: Promise<AuthorizationQuery> };

/** The authorization endpoint (RFC 6749 §3.1): validates an app's request and lets an admin decide. */
export default async function AuthorizePage({ searchParams }: AuthorizePageProps) {
  const query = await searchParams;
  const [session, reading] = [await currentSession(), await readAuthorization(database().db, query)];
  if (reading.kind === "refused") {
    setPageStatus(400);
    return (
      <ConsentFault
        detail={reading.detail}
        clientId={typeof query.client_id === "string" ? query.client_id.slice(0, MAX_SHOWN) : null}
      />
    );
  }
  const here = `/oauth/authorize?${searchOf(query)}`;
  // Require sign-in before any redirect. Otherwise this URL would be an open redirector to registered sites (RFC 9700
  // §4.11.2).
  if (!session) redirect(withCallback("/sign-in", here));
  if (reading.kind === "returned") redirect(reading.redirectTo);

  const { app, ownerOrganization, scopes, redirectUri } = reading.request;
  const { person, memberships } = session;
  const organizations = memberships
    .filter(({ role }) => role === "admin")
    .map(({ organization: { slug, name, apiAccess, requireTwoFactor } }) => ({
      slug,
      name,
      apiAccess,
      needsTwoFactor: requireTwoFactor && !person.hasTwoFactor,
    }));
  const { host } = new URL(redirectUri);
  return (
    <ConsentFrame
      title={
        <>
          Let “<bdi>{app.name}</bdi>” work with your organization?
        </>
      }
      description={
        <>
          An app of{" "}
          <strong className="font-medium text-foreground">
            <bdi>{ownerOrganization.name}</bdi>
          </strong>
        </>
      }
      footer={
        <>
          Signed in as <span className="text-foreground [overflow-wrap:anywhere]">{person.email}</span>.{" "}
          <SwitchPerson returnTo={here} />
        </>
      }
    >
      {organizations.length > 0 ? (
        <ConsentForm
          request={requestOf(query)}
          scopes={scopes}
          host={host}
          organizations={organizations}
          returnTo={here}
        />
      ) : (
        <>
          <p className="text-pretty">
            Only an admin can authorize an app, and you aren't an admin of any organization. Ask an admin to connect the
            app, or use another account.
          </p>
          <a href={denyAuthorization(reading.request)} className={`mt-4 w-full ${buttonVariants({ size: "lg" })}`}>
            Back to {host}
          </a>
        </>
      )}
    </ConsentFrame>
  );
}

const MAX_SHOWN = 100;

const parameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

/** Returns the parameters of the authorization request. Parsing has already rejected repeated ones. */
function requestOf(query: AuthorizationQuery) {
  return Object.fromEntries(
    parameters.flatMap((name) => (typeof query[name] === "string" ? [[name, query[name]]] : [])),
  );
}

function searchOf(query: AuthorizationQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(name, item);
  }
  return search.toString();
}
