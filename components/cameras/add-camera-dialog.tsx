"use client";
import { useQueryClient } from "@tanstack/react-query";
import { blankCamera, toCameraBody } from "@/components/cameras/camera-form";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useNavigate } from "@/components/ui/use-navigate";
import type { createCamera } from "@/lib/cameras/operations";
import { callApi } from "@/lib/http/call";
import { messages } from "@/lib/messages";
import type { SiteName } from "@/lib/sites/schema";
import { camerasKey } from "./queries";

type AddCameraDialogProps = {
  organization: string;
  sites: readonly SiteName[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const timezoneOptions = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

export function AddCameraDialog({ organization, sites, open, onOpenChange }: AddCameraDialogProps) {
  const go = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: blankCamera,
    validate: ({ name }) => ({ name: name === "" ? messages.noCameraName : undefined }),
    async submit(values) {
      const body = toCameraBody(values);
      const camera = await callApi<typeof createCamera>("POST /cameras", { organization, body });
      void queryClient.invalidateQueries({ queryKey: camerasKey });
      onOpenChange(false);
      toast.success(`${camera.name} was added`, {
        description: "Its status is pending until its first heartbeat.",
        action: { label: "Open", onClick: () => go(`/${organization}/cameras/${camera.id}`) },
      });
      return "done";
    },
  });

  function close() {
    if (form.isBusy) return;
    form.forgive();
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Add a camera"
      description="Only the name is required. If you close this dialog, your input is kept."
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          <Field label="Name" required error={form.errorOf("name")} className="sm:col-span-2">
            <Input dir="auto" autoComplete="off" placeholder="Dock 3 east" {...form.field("name")} />
          </Field>
          <Field
            label="External id"
            optional
            error={form.errorOf("external_id")}
            hint="Your own ID for the camera. Alerts can refer to it."
            className={sites.length > 0 ? undefined : "sm:col-span-2"}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="dock-3-east"
              className="font-mono"
              {...form.field("external_id")}
            />
          </Field>
          {sites.length > 0 ? (
            <Field label="Site" optional error={form.errorOf("site_id")}>
              <Combobox
                placeholder="None"
                options={sites.map((site) => ({ value: site.id, label: site.name }))}
                {...form.choice("site_id")}
              />
            </Field>
          ) : null}
          <Field
            label="Stream URL"
            optional
            error={form.errorOf("stream_url")}
            hint="rtsp, rtsps or https. A username and password in it are encrypted and never shown again."
            className="sm:col-span-2"
          >
            <Input
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="rtsp://camera.example/stream"
              className="font-mono"
              {...form.field("stream_url")}
            />
          </Field>
          <Field label="Tags" optional error={form.errorOf("tags")} hint="Separate tags with commas.">
            <Input dir="auto" autoComplete="off" placeholder="outdoor, gate" {...form.field("tags")} />
          </Field>
          <Field label="Time zone" optional error={form.errorOf("timezone")}>
            <Combobox placeholder="Not set" options={timezoneOptions} {...form.choice("timezone")} />
          </Field>
          {form.problem ? (
            <div className="sm:col-span-2">
              <MutationProblem error={form.problem} />
            </div>
          ) : null}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Add camera
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
