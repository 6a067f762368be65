"use client";
import { useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/http/call";
import type { acceptInvitation } from "@/lib/invitations/operations";

type AcceptInvitationProps = { token: string; organization: string };

/** Lets the invited person accept the invitation when signed in. */
export function AcceptInvitation({ token, organization }: AcceptInvitationProps) {
  const [isJoining, setJoining] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);

  async function join() {
    setJoining(true);
    setProblem(null);
    try {
      const joined = await callApi<typeof acceptInvitation>("POST /invitations/accept", { body: { token } });
      window.location.replace(`/${joined.organization.slug}`);
    } catch (error) {
      setJoining(false);
      setProblem(error instanceof Error ? error : new Error("The server didn't respond. Try again."));
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <MutationProblem error={problem} />
      <Button variant="primary" size="lg" className="w-full" loading={isJoining} onClick={join}>
        <span className="truncate">Join {organization}</span>
      </Button>
    </div>
  );
}

/** Lets a person who is signed in with a different email address sign out and continue. */
export function SwitchAccount({ back }: { back: string }) {
  return (
    <SignOutButton variant="primary" next={back}>
      Sign out and continue
    </SignOutButton>
  );
}
