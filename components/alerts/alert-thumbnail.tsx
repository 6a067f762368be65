"use client";
import { useState } from "react";
import { RemoteImage } from "@/components/alerts/remote-image";
import type { AlertLine } from "./queries";

/** A small first picture in the row; nothing when there is none or it does not load. */
export function AlertThumbnail({ media }: { media: AlertLine["media"] }) {
  const first = media.find(({ type }) => type === "image");
  const [broken, setBroken] = useState(false);
  if (!first || broken) return null;
  return <RemoteImage isLazy src={first.url} alt="" onBroken={() => setBroken(true)} className="picture viewfinder" />;
}
