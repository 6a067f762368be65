"use client";
import type { Scope } from "@/lib/values";
import { CreateKeyDialog } from "./create-key-dialog";
import { EditKeyDialog } from "./edit-key-dialog";
import { RevealKeyDialog } from "./reveal-key-dialog";
import { RotateKeyDialog } from "./rotate-key-dialog";
import { DisableKeyDialog, RevokeKeyDialog } from "./stop-key-dialogs";
import type { KeyActions } from "./use-key-actions";

type KeyDialogsProps = {
  organization: string;
  held: readonly Scope[];
  actions: KeyActions;
  /** The state of the dialog that creates a key. Omitted on pages that can't create keys. */
  creation?: { isOpen: boolean; onEnd: () => void };
};

/** All dialogs for keys. The code of the dialog that shows a secret is loaded in advance. */
export function KeyDialogs({ organization, held, actions, creation }: KeyDialogsProps) {
  const { subjectOf, start, end, reveal, revealed, conceal } = actions;
  return (
    <>
      {creation ? (
        <CreateKeyDialog
          organization={organization}
          held={held}
          open={creation.isOpen}
          onClose={creation.onEnd}
          onCreated={(created) => {
            creation.onEnd();
            reveal(created);
          }}
        />
      ) : null}
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
      <RevealKeyDialog organization={organization} revealed={revealed} onClose={conceal} />
    </>
  );
}
