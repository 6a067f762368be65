"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { blankCamera, type CameraFormValues, cameraResolver, fieldOf } from "@/components/cameras/camera-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { createCamera } from "@/lib/cameras/operations";
import { camerasKey } from "@/lib/cameras/queries";
import type { CameraCreate } from "@/lib/cameras/schema";
import { ApiError, call } from "@/lib/http/call";
import type { SiteName } from "@/lib/sites/schema";

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
  const router = useRouter();
  const queryClient = useQueryClient();
  const form = useForm<CameraFormValues, unknown, CameraCreate>({
    defaultValues: blankCamera,
    resolver: cameraResolver,
  });
  const { errors } = form.formState;
  const adding = useMutation({
    mutationFn: (body: CameraCreate) => call<typeof createCamera>("POST /cameras", { organization, body }),
    onSuccess: (camera) => {
      void queryClient.invalidateQueries({ queryKey: camerasKey });
      form.reset();
      onOpenChange(false);
      toast.success(`${camera.name} was added`, {
        description: "It is pending until its first heartbeat.",
        action: { label: "Open", onClick: () => router.push(`/${organization}/cameras/${camera.id}`) },
      });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const { pointer, detail } of error.errors) {
        const field = fieldOf(pointer?.split("/")[1]);
        if (field) form.setError(field, { message: detail }, { shouldFocus: true });
      }
    },
  });
  const { error } = adding;
  const isExplained = error instanceof ApiError && error.errors.some(({ pointer }) => fieldOf(pointer?.split("/")[1]));

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a camera"
      description="Only the name is required. What you type stays here if you close this by accident."
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => adding.mutate(body))}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
          <Field label="Name" required error={errors.name?.message} className="sm:col-span-2">
            <Input dir="auto" autoComplete="off" placeholder="Dock 3 east" {...form.register("name")} />
          </Field>
          <Field
            label="External id"
            optional
            error={errors.external_id?.message}
            hint="Your own id of it: alerts can name the camera by it."
            className={sites.length > 0 ? undefined : "sm:col-span-2"}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="dock-3-east"
              className="font-mono"
              {...form.register("external_id")}
            />
          </Field>
          {sites.length > 0 ? (
            <Field label="Site" optional error={errors.site_id?.message}>
              <Select
                placeholder="None"
                options={sites.map((site) => ({ value: site.id, label: site.name }))}
                {...form.register("site_id")}
              />
            </Field>
          ) : null}
          <Field
            label="Stream URL"
            optional
            error={errors.stream_url?.message}
            hint="rtsp, rtsps or https. A user and password in it are sealed and never shown again."
            className="sm:col-span-2"
          >
            <Input
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="rtsp://camera.example/stream"
              className="font-mono"
              {...form.register("stream_url")}
            />
          </Field>
          <Field label="Tags" optional error={errors.tags?.message} hint="Separated by commas.">
            <Input dir="auto" autoComplete="off" placeholder="outdoor, gate" {...form.register("tags")} />
          </Field>
          <Field label="Time zone" optional error={errors.timezone?.message}>
            <Select placeholder="Not set" options={timezoneOptions} {...form.register("timezone")} />
          </Field>
          {error && !isExplained ? (
            <div role="alert" className="rounded-md bg-alert-open/12 px-3 py-2 text-alert-open sm:col-span-2">
              <p>{error.message}</p>
              {error instanceof ApiError && error.requestId ? (
                <p className="mt-1 flex items-center gap-1 text-xs">
                  Request <code className="break-all font-mono">{error.requestId}</code>
                  <CopyButton iconOnly value={error.requestId} label="Copy request id" />
                </p>
              ) : null}
            </div>
          ) : null}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" loading={adding.isPending}>
            Add camera
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
