"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

type RecoveryCodesProps = { codes: readonly string[]; email: string };

/** The only moment in which they are shown. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-muted-foreground">
        Each of these signs you in once when your phone is not at hand. They are shown this once: keep them where you
        keep your passwords.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1.5 rounded-md border border-border bg-background px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={codes.join("\n")} label="Copy codes" />
        <Button onClick={() => download(codes, email)}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
    </div>
  );
}

function download(codes: readonly string[], email: string) {
  const text = `Sightline recovery codes of ${email}\nEach works once.\n\n${codes.join("\n")}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = "sightline-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
