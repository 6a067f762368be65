import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type NoPermissionProps = {
  title?: string;
  /** Who may open it, and whom to ask. */
  description?: ReactNode;
  backHref: string;
  backLabel?: string;
};

export function NoPermission({
  title = "You cannot open this page",
  description = "Your role in this organization does not include it. Ask one of its admins if you need it.",
  backHref,
  backLabel = "Back to home",
}: NoPermissionProps) {
  return (
    <EmptyState
      scene="key"
      title={title}
      description={description}
      action={<ButtonLink href={backHref}>{backLabel}</ButtonLink>}
    />
  );
}
