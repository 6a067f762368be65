"use client";
import { useState } from "react";
import { RemoteImage } from "@/components/alerts/remote-image";
import type { Alert } from "@/lib/alerts/schema";

/** A small first picture in the row; nothing when there is none or it does not load. */
export function AlertThumbnail({ media }: { media: Alert["media"] }) {
  const first = media.find(({ type }) => type === "image");
  const [broken, setBroken] = useState(false);
  if (!first || broken) return null;
  return (
    <RemoteImage
      isLazy
      src={first.url}
      alt=""
      onBroken={() => setBroken(true)}
      className="hidden h-6 w-9 shrink-0 rounded-sm bg-muted object-cover @4xl:block"
    />
  );
}
