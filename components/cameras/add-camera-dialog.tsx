"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  blankCamera,
  type CameraFormErrors,
  type CameraFormValues,
  cameraErrors,
  toCameraBody,
} from "@/components/cameras/camera-form";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useNavigate } from "@/components/ui/use-navigate";
import type { createCamera } from "@/lib/cameras/operations";
import { callApi } from "@/lib/http/call";
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
  const [values, setValues] = useState(blankCamera);
  const [errors, setErrors] = useState<CameraFormErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const adding = useMutation({
    mutationFn: (body: ReturnType<typeof toCameraBody>) =>
      callApi<typeof createCamera>("POST /cameras", { organization, body }),
    onSuccess: (camera) => {
      void queryClient.invalidateQueries({ queryKey: camerasKey });
      setValues(blankCamera);
      onOpenChange(false);
      toast.success(`${camera.name} was added`, {
        description: "It is pending until its first heartbeat.",
        action: { label: "Open", onClick: () => go(`/${organization}/cameras/${camera.id}`) },
      });
    },
    onError: (error) => explain(cameraErrors(error)),
  });
  // A field that was corrected since keeps its place among them, so that the refusal is not told a second time.
  const isExplained = Object.keys(errors).length > 0;

  function explain(found: CameraFormErrors) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  function close() {
    if (adding.isPending) return;
    adding.reset();
    setErrors({});
    onOpenChange(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (adding.isPending) return;
    if (values.name.trim() === "") return explain({ name: "Give the camera a name." });
    setErrors({});
    adding.mutate(toCameraBody(values));
  }

  const field = (name: keyof CameraFormValues) => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Add a camera"
      description="Only the name is required. What you type stays here if you close this by accident."
    >
      <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          <Field label="Name" required error={errors.name} className="sm:col-span-2">
            <Input dir="auto" autoComplete="off" placeholder="Dock 3 east" {...field("name")} />
          </Field>
          <Field
            label="External id"
            optional
            error={errors.external_id}
            hint="Your own id of it: alerts can name the camera by it."
            className={sites.length > 0 ? undefined : "sm:col-span-2"}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="dock-3-east"
              className="font-mono"
              {...field("external_id")}
            />
          </Field>
          {sites.length > 0 ? (
            <Field label="Site" optional error={errors.site_id}>
              <Select
                placeholder="None"
                options={sites.map((site) => ({ value: site.id, label: site.name }))}
                {...field("site_id")}
              />
            </Field>
          ) : null}
          <Field
            label="Stream URL"
            optional
            error={errors.stream_url}
            hint="rtsp, rtsps or https. A user and password in it are sealed and never shown again."
            className="sm:col-span-2"
          >
            <Input
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="rtsp://camera.example/stream"
              className="font-mono"
              {...field("stream_url")}
            />
          </Field>
          <Field label="Tags" optional error={errors.tags} hint="Separated by commas.">
            <Input dir="auto" autoComplete="off" placeholder="outdoor, gate" {...field("tags")} />
          </Field>
          <Field label="Time zone" optional error={errors.timezone}>
            <Select placeholder="Not set" options={timezoneOptions} {...field("timezone")} />
          </Field>
          {isExplained || !adding.error ? null : (
            <div className="sm:col-span-2">
              <MutationProblem error={adding.error} />
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={adding.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={adding.isPending}>
            Add camera
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
