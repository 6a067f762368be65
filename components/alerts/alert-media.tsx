"use client";
import { ImageOff, Play, VideoOff } from "lucide-react";
import { useState } from "react";
import { RemoteImage } from "@/components/alerts/remote-image";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Alert } from "@/lib/alerts/schema";

type Media = Alert["media"][number];

/** All pictures and videos: one large, the others to choose from. */
export function AlertMedia({ media, title }: { media: readonly Media[]; title: string }) {
  const [chosen, setChosen] = useState(0);
  const current = media[chosen] ?? media[0];
  if (!current) return null;
  return (
    <section aria-label="Media" className="flex flex-col gap-2">
      <Exhibit key={current.url} media={current} title={title} />
      <div className="flex items-center justify-between gap-3 text-xs text-muted-foreground">
        <span>
          {current.taken_at ? (
            <>
              Taken <RelativeTime value={current.taken_at} mode="absolute" />
            </>
          ) : null}
        </span>
        <a href={current.url} target="_blank" rel="noreferrer noopener" className="hover:underline">
          Open original
        </a>
      </div>
      {media.length > 1 ? (
        <ul className="flex flex-wrap gap-1.5">
          {media.map(({ url, type }, index) => (
            <li key={url}>
              <Button
                size="sm"
                aria-pressed={media[chosen] === media[index]}
                className={cn(media[chosen] === media[index] && "border-primary bg-primary/8")}
                onClick={() => setChosen(index)}
              >
                {type === "video" ? <Play aria-hidden /> : null}
                {type === "video" ? "Video" : "Image"} {index + 1}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const frame = "aspect-video w-full rounded-lg border border-border bg-muted";

function Exhibit({ media, title }: { media: Media; title: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    const Icon = media.type === "video" ? VideoOff : ImageOff;
    return (
      <div className={cn(frame, "grid place-items-center")}>
        <p className="flex max-w-full flex-col items-center gap-2 px-4 text-center text-muted-foreground">
          <Icon aria-hidden className="size-5" />
          {media.type === "video" ? "The video did not load." : "The picture did not load."} It is kept by the sender,
          not by Sightline.
        </p>
      </div>
    );
  }
  if (media.type === "video") {
    return (
      <video
        src={media.url}
        controls
        muted
        playsInline
        preload="metadata"
        aria-label={`Video of ${title}`}
        onError={() => setBroken(true)}
        className={cn(frame, "object-contain")}
      />
    );
  }
  return (
    <RemoteImage
      src={media.url}
      alt={`Evidence: ${title}`}
      onBroken={() => setBroken(true)}
      className={cn(frame, "object-contain")}
    />
  );
}
