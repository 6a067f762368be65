"use client";
import { startTransition, useActionState, useEffect } from "react";
import { FormProblem } from "@/components/forms/form-problem";
import { providerHref } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";

type ProviderSignInProps = {
  /** Of the identity provider. */
  host: string;
  callback: string | null;
  /** Why the last sign-in there came to nothing, as the page's address says. */
  error: string | null;
};

type State = "idle" | "leaving" | "failed";

/** The way to the identity provider; a form, so that a click before this script has run is kept. */
export function ProviderSignIn({ host, callback, error }: ProviderSignInProps) {
  const [state, submit, pending] = useActionState(leave, "idle");

  async function leave(_before: State, form: FormData | null): Promise<State> {
    if (!form) return "idle";
    try {
      window.location.assign(await providerHref(callback ?? "/sign-in"));
      return "leaving";
    } catch {
      return "failed";
    }
  }

  useEffect(() => {
    // Whoever comes back with the browser's button finds the page as it was left, with its button at work.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) startTransition(() => submit(null));
    };
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, [submit]);

  const problem = state === "failed" ? "Failed" : error;
  return (
    <form action={submit} className="mb-4 flex flex-col gap-4">
      {problem ? <FormProblem>{problemText(problem, host)}</FormProblem> : null}
      <Button type="submit" size="lg" loading={pending || state === "leaving"} className="w-full">
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
      return `There is an account with your e-mail, and ${host} does not confirm that the address is yours. Sign in with your password.`;
    case "EmailTaken":
      return `The account with your e-mail belongs to somebody else at ${host}. Ask an admin of your organization.`;
    case "EmailMissing":
      return `${host} does not tell your e-mail address. Ask whoever runs it to share it with Sightline.`;
    case "WrongIssuer":
      return `${host} answered in the name of somebody else. Ask whoever runs Sightline to check its settings.`;
    case "OAuthSignin":
      return `${host} cannot be reached. Try again in a moment.`;
    case "Unavailable":
    case "Failed":
      return "The server did not answer. Try again in a moment.";
    default:
      return `The sign-in at ${host} was not completed. Try again.`;
  }
}
