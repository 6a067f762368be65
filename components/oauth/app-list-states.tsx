import type { ReactNode } from "react";
import { ListEmpty } from "@/components/list/list-body";
import { tokenLife } from "@/components/oauth/app-form";

/** Shown if there are no apps yet. Explains what an app is for, and how it differs from a key. */
export function NoApps({ action }: { action: ReactNode }) {
  return (
    <ListEmpty
      scene="key"
      title="No OAuth apps yet"
      description={`A key is a long-lived secret for one system. An app exchanges its secret for tokens that last ${tokenLife}, and can also request access to your customers' organizations.`}
      action={action}
    />
  );
}
