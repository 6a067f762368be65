import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { currentMemberships, currentPerson } from "@/app/require-member";
import { AcceptInvitation, SwitchAccount } from "@/components/invitations/accept-invitation";
import { JoinForm } from "@/components/invitations/join-form";
import { withCallback } from "@/components/shell/callback";
import { roleLabels } from "@/components/shell/role-labels";
import { AccountPage } from "@/components/sign-in/account-page";
import { ProviderSignIn } from "@/components/sign-in/provider-sign-in";
import { ButtonLink } from "@/components/ui/button";
import { oidcHost } from "@/lib/auth/oidc";
import { type LinkedInvitation, readLinkedInvitation } from "@/lib/invitations/reads";
import { INVITATION_D, MIN_PASSWORD } from "@/lib/limits";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

type InvitePageProps = { params: Promise<{ token: string }> };
type OpenInvitation = Extract<LinkedInvitation, { usable: true }>;

export default async function InvitePage({ params }: InvitePageProps) {
  const { token } = await params;
  const [invitation, person] = await Promise.all([readLinkedInvitation(token), currentPerson()]);
  if (!invitation?.usable) return <Ended invitation={invitation} isSignedIn={person !== null} />;
  const { organization, email, hasAccount } = invitation;
  const here = `/invite/${encodeURIComponent(token)}`;
  if (person && person.email.toLowerCase() === email.toLowerCase()) {
    return (
      <Frame invitation={invitation} footer={<>Signed in as {email}</>}>
        <AcceptInvitation token={token} organization={organization.name} />
      </Frame>
    );
  }
  if (person) {
    return (
      <Frame invitation={invitation}>
        <p className="mb-4 text-pretty">
          This invitation is for <strong className="wrap-anywhere font-medium">{email}</strong>. You are signed in as{" "}
          <strong className="wrap-anywhere font-medium">{person.email}</strong>, which can't accept it.
        </p>
        <SwitchAccount back={here} />
      </Frame>
    );
  }
  if (hasAccount) {
    return (
      <Frame invitation={invitation}>
        <p className="mb-4 text-pretty">
          <strong className="wrap-anywhere font-medium">{email}</strong> already has an account. Sign in to join.
        </p>
        <ButtonLink href={withCallback("/sign-in", here, email)} variant="primary" size="lg" className="w-full">
          Sign in
        </ButtonLink>
      </Frame>
    );
  }
  const host = oidcHost();
  return (
    <Frame invitation={invitation}>
      {host ? <ProviderSignIn host={host} callback={here} error={null} /> : null}
      <JoinForm token={token} email={email} organization={organization.name} minimumPassword={MIN_PASSWORD} />
    </Frame>
  );
}

type FrameProps = { invitation: OpenInvitation; footer?: ReactNode; children: ReactNode };

function Frame({ invitation, footer, children }: FrameProps) {
  const { organization, invitedBy, role } = invitation;
  return (
    <AccountPage
      title={`Join ${organization.name}`}
      description={`${invitedBy} invited you. Your role: ${roleLabels[role].toLowerCase()}.`}
      footer={footer}
    >
      {children}
    </AccountPage>
  );
}

/**
 * Shows the same page for all invalid links. Members of the invitation's organization are redirected to it
 * instead.
 */
async function Ended({ invitation, isSignedIn }: { invitation: LinkedInvitation | null; isSignedIn: boolean }) {
  const memberships = await currentMemberships();
  const joined = memberships.find(({ slug }) => invitation && !invitation.usable && invitation.slug === slug);
  if (joined) redirect(`/${joined.slug}`);
  return (
    <AccountPage
      title="This invitation no longer works"
      description={`A link works once, for ${INVITATION_D} days. It stops working earlier if an admin sends a new one or revokes it.`}
    >
      <p className="mb-4 text-pretty">Ask the person who invited you for a new one.</p>
      <ButtonLink href={isSignedIn ? "/sign-in" : "/"} size="lg" className="w-full">
        {isSignedIn ? "Go to your organization" : "Go to the home page"}
      </ButtonLink>
    </AccountPage>
  );
}
