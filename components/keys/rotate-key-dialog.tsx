"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { formatAbsolute } from "@/components/ui/format-time";
import { RadioGroup } from "@/components/ui/radio-group";
import { callApi } from "@/lib/http/call";
import type { rotateKey } from "@/lib/keys/operations";
import type { ApiKey } from "@/lib/keys/schema";
import { DEFAULT_OVERLAP_S, type RotationOverlapS, rotationOverlapsS } from "@/lib/values";
import { describeUsage } from "./key-labels";
import type { RevealedKey } from "./reveal-key-dialog";

type RotateKeyDialogProps = {
  organization: string;
  subject: ApiKey | null;
  onClose: () => void;
  onRotated: (revealed: RevealedKey) => void;
};

type Overlap = `${RotationOverlapS}`;

const overlapLabels: Record<Overlap, { label: string; description: string }> = {
  "0": { label: "Not at all", description: "If the key leaked. Systems that use it fail until they have the new key." },
  "3600": { label: "1 hour", description: "If you're deploying the new key now." },
  "86400": { label: "24 hours", description: "If you're deploying the new key today." },
  "604800": { label: "7 days", description: "If a partner needs time to switch." },
};
const options = rotationOverlapsS.map((seconds) => ({
  value: `${seconds}` as Overlap,
  ...overlapLabels[`${seconds}`],
}));
const DAY_MS = 86_400_000;

export function RotateKeyDialog({ subject, ...props }: RotateKeyDialogProps) {
  const key = useLastNonNull(subject);
  const open = subject !== null;
  const opening = useOpenCount(open);
  if (!key) return null;
  return <Rotate key={opening} {...props} subject={key} open={open} />;
}

type RotateProps = Omit<RotateKeyDialogProps, "subject"> & { subject: ApiKey; open: boolean };

function Rotate({ organization, subject, open, onClose, onRotated }: RotateProps) {
  const form = useForm({
    initial: { overlap: `${DEFAULT_OVERLAP_S}` },
    slots: [],
    async submit({ overlap }) {
      const overlap_s = rotationOverlapsS.find((seconds) => `${seconds}` === overlap) ?? DEFAULT_OVERLAP_S;
      const created = await callApi<typeof rotateKey>("POST /keys/{id}/rotate", {
        organization,
        params: { id: subject.id },
        body: { overlap_s },
      });
      onRotated({ ...created, note: fateOfTheOld(subject, overlap_s) });
      return "saved";
    },
  });
  const endsNow = form.values.overlap === "0";

  function close() {
    if (!form.isBusy) onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={`Rotate “${subject.name}”`}
      description={`A new key with the same name and permissions. ${lifetimeWords(subject)}`}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="How long should the old key keep working?"
            layout="cards"
            {...form.field("overlap")}
            options={options}
          />
          <p className="text-muted-foreground">{describeUsage(subject, Date.now())}</p>
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant={endsNow ? "destructive" : "primary"} loading={form.isBusy}>
            {endsNow ? "Rotate and revoke the old key" : "Rotate key"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function lifetimeWords(key: ApiKey): string {
  if (!key.expires_at) return "Like the old key, it never expires.";
  const days = Math.round((Date.parse(key.expires_at) - Date.parse(key.created_at)) / DAY_MS);
  return `Like the old key, it is valid for ${days} ${days === 1 ? "day" : "days"}.`;
}

function fateOfTheOld(old: ApiKey, overlapS: RotationOverlapS): string {
  if (overlapS === 0) return "The old key no longer works.";
  const overlapEnd = Date.now() + overlapS * 1_000;
  const end = old.expires_at ? Math.min(overlapEnd, Date.parse(old.expires_at)) : overlapEnd;
  return `The old key works until ${formatAbsolute(new Date(end))}.`;
}
