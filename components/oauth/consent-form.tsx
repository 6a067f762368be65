"use client";
import { useEffect, useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { ScopeList } from "@/components/oauth/scope-list";
import { withCallback } from "@/components/shell/callback";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { callApi } from "@/lib/http/call";
import type { decideAuthorization } from "@/lib/oauth/operations";
import type { AuthorizationDecision } from "@/lib/oauth/schema";
import type { Scope } from "@/lib/values";

type ConsentOrganization = {
  slug: string;
  name: string;
  apiAccess: boolean;
  /** Whether the organization requires two-factor sign-in and this person doesn't use it. */
  needsTwoFactor: boolean;
};

type ConsentFormProps = {
  /** The parameters of the authorization request, as received. */
  request: Omit<AuthorizationDecision, "decision">;
  scopes: readonly Scope[];
  /** The host that the person is redirected to. */
  host: string;
  /** The organizations that the person administers, to choose from. */
  organizations: readonly ConsentOrganization[];
  /** The path of this consent page, with its query. */
  returnTo: string;
};

type Decision = AuthorizationDecision["decision"];

const decisionIn = (data: FormData): Decision => (data.get("decision") === "deny" ? "deny" : "allow");

/** Asks whether to authorize an app, and for which organization. */
export function ConsentForm({ request, scopes, host, organizations, returnTo }: ConsentFormProps) {
  const [first, second] = organizations;
  const [pressed, setPressed] = useState<Decision>("allow");
  const find = (wanted: string) => organizations.find((organization) => organization.slug === wanted);
  const form = useForm({
    initial: { organization: first && !second ? first.slug : "" },
    validate: ({ organization }, data) => ({
      organization: decisionIn(data) === "allow" && !find(organization) ? "Choose an organization." : undefined,
    }),
    async submit({ organization }, data) {
      const decision = decisionIn(data);
      const picked = find(organization);
      if (decision === "allow" && picked?.needsTwoFactor) return "saved";
      // The reader can deny on behalf of any organization. Choose one that doesn't require two-factor sign-in.
      const speaker = decision === "allow" ? picked : (organizations.find((one) => !one.needsTwoFactor) ?? first);
      const { redirect_to } = await callApi<typeof decideAuthorization>("POST /oauth/authorizations", {
        organization: speaker?.slug ?? "",
        body: { ...request, decision },
      });
      window.location.assign(redirect_to ?? "/");
      return "leaving";
    },
  });
  const chosen = find(form.values.organization);

  useEffect(() => {
    // If the reader comes back, the browser restores the page as it was after the decision, so reload it.
    const renew = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);

  return (
    <form {...form.form} className="flex flex-col gap-5 text-sm">
      <Field
        label="Organization"
        required
        error={form.errorOf("organization")}
        hint={
          chosen && !chosen.apiAccess
            ? "Its API access is off. The app won't work until an admin turns it on."
            : undefined
        }
      >
        <Select
          {...form.field("organization")}
          required
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
        Authorize only apps you know. Sightline doesn't review them.
      </p>
      <MutationProblem error={form.problem} />
      <div className="grid grid-cols-2 gap-2.5">
        <Button
          type="submit"
          name="decision"
          value="deny"
          size="lg"
          disabled={form.isBusy && pressed !== "deny"}
          loading={form.isBusy && pressed === "deny"}
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
          disabled={chosen?.needsTwoFactor || (form.isBusy && pressed !== "allow")}
          loading={form.isBusy && pressed === "allow"}
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
      , then return to this page.
    </p>
  );
}
