"use client";
import { useState } from "react";
import { FormProblem } from "@/components/forms/form-problem";
import { useForm } from "@/components/forms/use-form";
import { providerHref } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";

type ProviderSignInProps = {
  /** The host name of the identity provider. */
  host: string;
  callback: string | null;
  /** The error of the last attempt, from the URL. */
  error: string | null;
};

/**
 * The button that signs in through the identity provider. It is a form, so that a click before hydration isn't
 * lost.
 */
export function ProviderSignIn({ host, callback, error }: ProviderSignInProps) {
  const [hasFailed, setFailed] = useState(false);
  const form = useForm({
    initial: {},
    async submit() {
      setFailed(false);
      try {
        window.location.assign(await providerHref(callback ?? "/sign-in"));
        return "leaving";
      } catch {
        setFailed(true);
        return "saved";
      }
    },
  });

  const problem = hasFailed ? "Failed" : error;
  return (
    <form {...form.form} className="mb-4 flex flex-col gap-4">
      {problem ? <FormProblem>{problemText(problem, host)}</FormProblem> : null}
      <Button type="submit" size="lg" loading={form.isBusy} className="w-full">
        <span className="truncate">Continue with {host}</span>
      </Button>
      <p aria-hidden className="flex items-center gap-3 text-muted-foreground text-xs">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </p>
    </form>
  );
}

function problemText(code: string, host: string): string {
  switch (code) {
    case "EmailNotVerified":
      return `An account with your email exists, but ${host} doesn't confirm that the address is yours. Sign in with your password.`;
    case "EmailTaken":
      return `The account with your email is linked to another person at ${host}. Ask an admin of your organization.`;
    case "EmailMissing":
      return `${host} doesn't share your email address. Ask its administrator to share it with Sightline.`;
    case "WrongIssuer":
      return `${host} returned an unexpected issuer. Ask the operator of Sightline to check its settings.`;
    case "OAuthSignin":
      return `${host} can't be reached. Try again in a moment.`;
    case "Unavailable":
    case "Failed":
      return "The server didn't respond. Try again in a moment.";
    default:
      return `The sign-in at ${host} wasn't completed. Try again.`;
  }
}
