"use client";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toastProblem } from "@/components/forms/toast-problem";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/http/call";
import { ORGANIZATION_HEADER } from "@/lib/http/organization-header";
import { type AuditFilter, auditExportHref } from "./queries";

type ExportButtonProps = { organization: string; filter: AuditFilter; disabled: boolean };

/** A button that downloads all matching entries as CSV. A plain link couldn't send the organization header. */
export function ExportButton({ organization, filter, disabled }: ExportButtonProps) {
  const saving = useMutation({
    mutationFn: () => saveFile(organization, filter),
    onError: (error) => toastProblem("The export failed", error),
  });
  return (
    <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={disabled}>
      <Download aria-hidden />
      Export CSV
    </Button>
  );
}

async function saveFile(organization: string, filter: AuditFilter): Promise<void> {
  const headers = { Accept: "text/csv", [ORGANIZATION_HEADER]: organization };
  const reply = await fetch(auditExportHref(filter), { headers }).catch(() => {
    throw new ApiError({});
  });
  if (!reply.ok) throw new ApiError(await reply.json().catch(() => ({})));
  // An aborted download throws here, so that a partial file is never saved as complete.
  const address = URL.createObjectURL(await reply.blob());
  const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1] ?? "audit-log.csv";
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
