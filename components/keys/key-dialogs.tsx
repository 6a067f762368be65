"use client";
import type { Scope } from "@/lib/values";
import { EditKeyDialog } from "./edit-key-dialog";
import { RevealKeyDialog } from "./reveal-key-dialog";
import { RotateKeyDialog } from "./rotate-key-dialog";
import { DisableKeyDialog, RevokeKeyDialog } from "./stop-key-dialogs";
import type { KeyActions } from "./use-key-actions";

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
