"use client";
import { useEffect, useState } from "react";
import { useBackGate } from "./use-back-gate";

type SecretGateOptions = {
  /** Whether what is shown only once is on the page. */
  open: boolean;
  isSaved: boolean;
  onClose: () => void;
};

/** One gate for every way out of what is shown only once: it asks until the reader has a copy. */
export function useSecretGate({ open, isSaved, onClose }: SecretGateOptions) {
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
    forgetBack();
    onClose();
  }

  return {
    /** Closes, or asks. */
    leave: () => (isSaved ? close() : setAsking(true)),
    /** For the AlertDialog that asks. */
    question: { open: isAsking, onOpenChange: setAsking, onConfirm: close },
  };
}
