"use client";
import { useState } from "react";
import { RemoteImage } from "@/components/alerts/remote-image";
import type { AlertLine } from "./queries";

/** A thumbnail of an alert's first picture. Renders nothing if there is no picture or it fails to load. */
export function AlertThumbnail({ media }: { media: AlertLine["media"] }) {
  const first = media.find(({ type }) => type === "image");
  const [broken, setBroken] = useState(false);
  if (!first || broken) return null;
  return <RemoteImage isLazy src={first.url} alt="" onBroken={() => setBroken(true)} className="picture viewfinder" />;
}
