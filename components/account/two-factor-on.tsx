"use client";
import { useState } from "react";
import { EndTwoFactorDialog } from "@/components/account/end-two-factor-dialog";
import { NewCodesDialog } from "@/components/account/new-codes-dialog";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Account } from "@/lib/account/schema";

/** Suggest new recovery codes if no more than this number is left. */
const FEW_CODES = 3;

type TwoFactorOnProps = {
  account: Account;
  /** The path of the page that sent the reader here because it requires two-factor sign-in. Null if none did. */
  callback: string | null;
  onCodes: (codes: readonly string[]) => void;
};

export function TwoFactorOn({ account, callback, onCodes }: TwoFactorOnProps) {
  const [open, setOpen] = useState<"codes" | "end" | null>(null);
  const { enabled_at: since, recovery_codes_left: left, required_by: requiring } = account.two_factor;
  const [first] = requiring;
  return (
    <div className="flex flex-col gap-4">
      {callback ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-success/12 px-4 py-3">
          <p className="text-pretty">You're all set. Continue to the page that required it.</p>
          {/* Load a new document, because the client state of that page is outdated. */}
          <a href={callback} className={buttonVariants({ variant: "primary" })}>
            Go on
          </a>
        </div>
      ) : null}
      <Card>
        <CardHeader
          title={
            <span className="flex items-center gap-2">
              Authenticator app
              <Badge tone="success" dot>
                On
              </Badge>
            </span>
          }
          description={
            since ? (
              <>
                Every sign-in has required a code since <RelativeTime value={since} mode="date" />.
              </>
            ) : undefined
          }
        />
        <CardFooter>
          {first ? (
            <>
              <span className="min-w-0 wrap-anywhere text-muted-foreground">{`Required by ${new Intl.ListFormat("en").format(requiring.map(({ name }) => name))}.`}</span>
              <ButtonLink href={`/${first.slug}`} className="min-w-0 max-w-full">
                <span className="truncate">{`Go to ${first.name}`}</span>
              </ButtonLink>
            </>
          ) : (
            <>
              <span className="text-muted-foreground">New phone? Turn it off and set it up again.</span>
              <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpen("end")}>
                Turn off
              </Button>
            </>
          )}
        </CardFooter>
      </Card>
      <Card>
        <CardHeader
          title={
            <span className="flex items-center gap-2">
              Recovery codes
              <Badge tone={left <= FEW_CODES ? "warning" : "neutral"}>{`${left} left`}</Badge>
            </span>
          }
          description="Use each code once to sign in without your phone."
        />
        {left === 0 ? (
          <CardBody className="text-warning">
            Without them, you can't sign in if you lose your phone. Create new ones now.
          </CardBody>
        ) : null}
        <CardFooter className="justify-end">
          <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpen("codes")}>
            Create new codes
          </Button>
        </CardFooter>
      </Card>
      <NewCodesDialog
        open={open === "codes"}
        onClose={() => setOpen(null)}
        onCodes={(codes) => {
          setOpen(null);
          onCodes(codes);
        }}
      />
      <EndTwoFactorDialog open={open === "end"} onClose={() => setOpen(null)} hasPassword={account.has_password} />
    </div>
  );
}
