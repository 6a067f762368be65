"use client";
import { ImageOff, Play, VideoOff } from "lucide-react";
import { useState } from "react";
import { RemoteImage } from "@/components/alerts/remote-image";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatTimecode } from "@/components/ui/format-time";
import { RelativeTime, useZone } from "@/components/ui/relative-time";
import type { Alert } from "@/lib/alerts/schema";

type Media = Alert["media"][number];

type AlertMediaProps = { media: readonly Media[]; title: string; camera: string | undefined };

/** Shows all pictures and videos of an alert: the selected one large, and thumbnails of all to choose from. */
export function AlertMedia({ media, title, camera }: AlertMediaProps) {
  const [chosen, setChosen] = useState(0);
  const current = media[chosen] ?? media[0];
  if (!current) return null;
  return (
    <section aria-label="Media" className="flex flex-col gap-2">
      <Exhibit key={current.url} media={current} title={title} camera={camera} />
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

type ExhibitProps = { media: Media; title: string; camera: string | undefined };

function Exhibit({ media, title, camera }: ExhibitProps) {
  const timeZone = useZone();
  const [broken, setBroken] = useState(false);
  const onBroken = () => setBroken(true);
  return (
    <div className="viewfinder large dark">
      {broken ? <Broken type={media.type} /> : null}
      {!broken && media.type === "video" ? (
        <video
          src={media.url}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={`Video of ${title}`}
          onError={onBroken}
          className="size-full object-contain"
        />
      ) : null}
      {!broken && media.type === "image" ? (
        <RemoteImage
          src={media.url}
          alt={`Evidence: ${title}`}
          onBroken={onBroken}
          className="size-full object-contain"
        />
      ) : null}
      <div aria-hidden className={cn("burned-in", media.type === "video" && "top")}>
        <span className="max-w-full truncate uppercase">{camera}</span>
        {media.taken_at ? <span>{formatTimecode(new Date(media.taken_at), timeZone)}</span> : null}
      </div>
    </div>
  );
}

function Broken({ type }: { type: Media["type"] }) {
  const Icon = type === "video" ? VideoOff : ImageOff;
  return (
    <p className="grid size-full place-content-center justify-items-center gap-2 px-8 text-center">
      <Icon aria-hidden className="size-5" />
      {type === "video" ? "The video didn't load." : "The picture didn't load."} The sender stores it, not Sightline.
    </p>
  );
}
