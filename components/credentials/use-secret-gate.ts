"use client";
import { useEffect, useState } from "react";
import { useBackGate } from "./use-back-gate";

type SecretGateOptions = {
  /** Whether the page shows a secret. */
  open: boolean;
  isSaved: boolean;
  onClose: () => void;
  /** Whether `onClose` replaces the current history entry with another page. */
  isLeaving?: boolean;
};

/** Asks for confirmation before a dialog with an uncopied secret closes, regardless of how it is closed. */
export function useSecretGate({ open, isSaved, onClose, isLeaving = false }: SecretGateOptions) {
  const [isAsking, setAsking] = useState(false);
  const atRisk = open && !isSaved;

  useEffect(() => {
    if (!atRisk) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [atRisk]);

  const forgetBack = useBackGate(open, () => {
    if (isSaved) onClose();
    else setAsking(true);
    return isSaved;
  });

  function close() {
    setAsking(false);
    // The page that follows takes the place of the extra entry, so going back over it would race with that.
    if (!isLeaving) forgetBack();
    onClose();
  }

  return {
    /** Closes the dialog if the secret is saved. Otherwise asks for confirmation. */
    leave: () => (isSaved ? close() : setAsking(true)),
    /** Props for the AlertDialog that asks for confirmation. */
    question: { open: isAsking, onOpenChange: setAsking, onConfirm: close },
  };
}
