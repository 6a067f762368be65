"use client";
import { EditKeyDialog } from "@/components/settings/edit-key-dialog";
import { RevealKeyDialog } from "@/components/settings/reveal-key-dialog";
import { RotateKeyDialog } from "@/components/settings/rotate-key-dialog";
import { DisableKeyDialog, RevokeKeyDialog } from "@/components/settings/stop-key-dialogs";
import type { KeyActions } from "@/components/settings/use-key-actions";
import type { Scope } from "@/lib/db/values";

type KeyDialogsProps = { organization: string; held: readonly Scope[]; actions: KeyActions };

/** Everything that can be done with one key. */
export function KeyDialogs({ organization, held, actions }: KeyDialogsProps) {
  const { subjectOf, start, end, reveal, revealed, conceal } = actions;
  return (
    <>
      <RotateKeyDialog organization={organization} subject={subjectOf("rotate")} onClose={end} onRotated={reveal} />
      <EditKeyDialog
        organization={organization}
        held={held}
        subject={subjectOf("edit")}
        onClose={end}
        onReload={(key) => start("edit", key)}
      />
      <DisableKeyDialog organization={organization} subject={subjectOf("disable")} onClose={end} />
      <RevokeKeyDialog organization={organization} subject={subjectOf("revoke")} onClose={end} />
      <RevealKeyDialog revealed={revealed} onClose={conceal} />
    </>
  );
}
