"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ScopeList } from "@/components/oauth/scope-list";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import type { Scope } from "@/lib/db/values";
import { call } from "@/lib/http/call";
import type { decideAuthorization } from "@/lib/oauth/operations";
import type { AuthorizationDecision } from "@/lib/oauth/schema";

export type ConsentOrganization = {
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
};

export function ConsentForm({ request, scopes, host, organizations }: ConsentFormProps) {
  const [first, second] = organizations;
  const [slug, setSlug] = useState(first && !second ? first.slug : "");
  const [isMissing, setMissing] = useState(false);
  const picker = useRef<HTMLSelectElement>(null);
  const chosen = organizations.find((organization) => organization.slug === slug);
  const deciding = useMutation({
    mutationFn: (decision: AuthorizationDecision["decision"]) =>
      call<typeof decideAuthorization>("POST /oauth/authorizations", {
        // To say no, any of them will do.
        organization: (chosen ?? organizations.find(({ needsTwoFactor }) => !needsTwoFactor) ?? first)?.slug ?? "",
        body: { ...request, decision },
      }),
    onSuccess: ({ redirect_to }) => window.location.assign(redirect_to),
  });
  const isLeaving = deciding.isPending || deciding.isSuccess;

  useEffect(() => {
    // Whoever comes back finds the page as they left it, with its decision used up.
    const renew = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);

  function allow(event: FormEvent) {
    event.preventDefault();
    setMissing(!chosen);
    if (!chosen) picker.current?.focus();
    else if (!isLeaving && !chosen.needsTwoFactor) deciding.mutate("allow");
  }

  return (
    <form noValidate onSubmit={allow} className="flex flex-col gap-5 text-sm">
      <Field
        label="Organization"
        required
        error={isMissing ? "Choose the organization that it may work with." : undefined}
        hint={chosen && !chosen.apiAccess ? "Its API access is off: the app can do nothing until it is on." : undefined}
      >
        <Select
          ref={picker}
          required
          value={slug}
          onChange={(event) => {
            setSlug(event.target.value);
            setMissing(false);
          }}
          {...(second && { placeholder: "Choose one…" })}
          options={organizations.map(({ slug: value, name }) => ({ value, label: name }))}
          className="[&_select]:h-10"
        />
      </Field>
      {chosen?.needsTwoFactor ? <TwoFactorFirst organization={chosen} /> : null}
      <div>
        <h2 className="mb-1.5 font-medium">It will be able to</h2>
        <ScopeList granted={scopes} />
      </div>
      <p className="text-pretty text-muted-foreground">
        You will be sent to <strong className="font-medium text-foreground [overflow-wrap:anywhere]">{host}</strong>.
        Allow only what you know: Sightline does not check apps.
      </p>
      <MutationProblem error={deciding.error} />
      <div className="grid grid-cols-2 gap-2.5">
        <Button size="lg" disabled={isLeaving} onClick={() => deciding.mutate("deny")}>
          Deny
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={chosen?.needsTwoFactor}
          loading={isLeaving && deciding.variables === "allow"}
        >
          Allow
        </Button>
      </div>
    </form>
  );
}

function TwoFactorFirst({ organization }: { organization: ConsentOrganization }) {
  return (
    <p className="-mt-3 rounded-md bg-warning/10 px-3 py-2 text-warning">
      {organization.name} requires two-factor sign-in.{" "}
      <Link
        href={`/account/two-factor?required=${organization.slug}`}
        className="font-medium underline underline-offset-4"
      >
        Set it up
      </Link>{" "}
      and start again from the app.
    </p>
  );
}
