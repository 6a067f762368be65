"use client";
import { useMutation } from "@tanstack/react-query";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import type { requestPasswordReset } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

/**
 * Lets people who sign in through an identity provider set their first password. A link is emailed, because
 * opening it proves the address.
 */
export function FirstPassword({ email }: { email: string }) {
  const asking = useMutation({
    mutationFn: () => callApi<typeof requestPasswordReset>("POST /account/password-reset", { body: { email } }),
  });
  return (
    <Card>
      <CardHeader
        title="You don't have a password"
        description="You sign in through your organization's identity provider. Set a password to sign in without it as well."
      />
      <CardBody className="flex flex-col gap-3">
        {asking.isSuccess ? (
          <p role="status">
            We sent a link to set a password to <strong className="wrap-anywhere font-medium">{email}</strong>.
          </p>
        ) : null}
        <MutationProblem error={asking.error} />
      </CardBody>
      <CardFooter className="justify-end">
        <Button loading={asking.isPending} disabled={asking.isSuccess} onClick={() => asking.mutate()}>
          Email me a link
        </Button>
      </CardFooter>
    </Card>
  );
}
