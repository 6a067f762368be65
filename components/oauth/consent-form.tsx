"use client";
import { useActionState, useEffect, useRef, useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { ScopeList } from "@/components/oauth/scope-list";
import { withCallback } from "@/components/shell/callback";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { ApiError, callApi } from "@/lib/http/call";
import type { decideAuthorization } from "@/lib/oauth/operations";
import type { AuthorizationDecision } from "@/lib/oauth/schema";
import type { Scope } from "@/lib/values";

type ConsentOrganization = {
  slug: string;
  name: string;
  apiAccess: boolean;
  /** Whether it lets nobody act without the two-factor sign-in that this person lacks. */
  needsTwoFactor: boolean;
};

type ConsentFormProps = {
  /** The parameters of the authorization request as they came. */
  request: Omit<AuthorizationDecision, "decision">;
  scopes: readonly Scope[];
  /** Where the person is sent, without what an app may hide behind it. */
  host: string;
  /** Those that the person administers. */
  organizations: readonly ConsentOrganization[];
  /** This very question, as a page of this site. */
  returnTo: string;
};

type Decision = AuthorizationDecision["decision"];
type Attempt = { slug: string; isMissing: boolean; error: Error | null; done: boolean };

/** A form action, so that a decision made before this script has run is kept and sent once it has. */
export function ConsentForm({ request, scopes, host, organizations, returnTo }: ConsentFormProps) {
  const [first, second] = organizations;
  const untried: Attempt = { slug: first && !second ? first.slug : "", isMissing: false, error: null, done: false };
  const [slug, setSlug] = useState(untried.slug);
  const [isCorrected, setCorrected] = useState(false);
  const [pressed, setPressed] = useState<Decision>("allow");
  const picker = useRef<HTMLSelectElement>(null);
  const find = (wanted: string) => organizations.find((organization) => organization.slug === wanted);
  const chosen = find(slug);

  async function attempt(_before: Attempt, form: FormData): Promise<Attempt> {
    const decision: Decision = form.get("decision") === "deny" ? "deny" : "allow";
    const picked = find(String(form.get("organization")));
    const tried: Attempt = { ...untried, slug: picked?.slug ?? "" };
    setSlug(tried.slug);
    setCorrected(false);
    if (decision === "allow" && !picked) return { ...tried, isMissing: true };
    if (decision === "allow" && picked?.needsTwoFactor) return tried;
    // To say no, any of them will do.
    const speaker = decision === "allow" ? picked : (organizations.find((one) => !one.needsTwoFactor) ?? first);
    try {
      const { redirect_to } = await callApi<typeof decideAuthorization>("POST /oauth/authorizations", {
        organization: speaker?.slug ?? "",
        body: { ...request, decision },
      });
      window.location.assign(redirect_to ?? "/");
      return { ...tried, done: true };
    } catch (error) {
      return { ...tried, error: error instanceof Error ? error : new ApiError({}) };
    }
  }

  const [state, submit, isPending] = useActionState(attempt, untried);
  const isLeaving = isPending || state.done;
  const isMissing = state.isMissing && !isCorrected;

  useEffect(() => {
    if (state.isMissing) picker.current?.focus();
  }, [state]);

  useEffect(() => {
    // Whoever comes back finds the page as they left it, with its decision used up.
    const renew = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);

  return (
    <form action={submit} noValidate className="flex flex-col gap-5 text-sm">
      <Field
        label="Organization"
        required
        error={isMissing ? "Choose the organization that it may work with." : undefined}
        hint={chosen && !chosen.apiAccess ? "Its API access is off: the app can do nothing until it is on." : undefined}
      >
        <Select
          key={state.slug}
          ref={picker}
          name="organization"
          required
          defaultValue={state.slug}
          onChange={(event) => {
            setSlug(event.target.value);
            setCorrected(true);
          }}
          {...(second && { placeholder: "Choose one…" })}
          options={organizations.map(({ slug: value, name }) => ({ value, label: name }))}
          className="[&_select]:h-10"
        />
      </Field>
      {chosen?.needsTwoFactor ? <TwoFactorFirst organization={chosen} returnTo={returnTo} /> : null}
      <div>
        <h2 className="mb-1.5 font-medium">It will be able to</h2>
        <ScopeList granted={scopes} />
      </div>
      <p className="text-pretty text-muted-foreground">
        You will be sent to <strong className="font-medium text-foreground [overflow-wrap:anywhere]">{host}</strong>.
        Allow only what you know: Sightline does not check apps.
      </p>
      <MutationProblem error={state.error} />
      <div className="grid grid-cols-2 gap-2.5">
        <Button
          type="submit"
          name="decision"
          value="deny"
          size="lg"
          disabled={isLeaving && pressed !== "deny"}
          loading={isLeaving && pressed === "deny"}
          onClick={() => setPressed("deny")}
        >
          Deny
        </Button>
        <Button
          type="submit"
          name="decision"
          value="allow"
          variant="primary"
          size="lg"
          disabled={chosen?.needsTwoFactor || (isLeaving && pressed !== "allow")}
          loading={isLeaving && pressed === "allow"}
          onClick={() => setPressed("allow")}
        >
          Allow
        </Button>
      </div>
    </form>
  );
}

function TwoFactorFirst({ organization, returnTo }: { organization: ConsentOrganization; returnTo: string }) {
  return (
    <p className="-mt-3 rounded-md bg-warning/10 px-3 py-2 text-warning">
      {organization.name} requires two-factor sign-in.{" "}
      <Link href={withCallback("/account/two-factor", returnTo)} className="font-medium underline underline-offset-4">
        Set it up
      </Link>
      , then you come back here.
    </p>
  );
}
