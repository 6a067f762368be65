"use client";
import type { CameraView } from "@/components/cameras/camera-search";
import { cameraRequest } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

const EXAMPLE = { name: "Dock 3 east", external_id: "dock-3-east" };
const SKELETON_CARDS = ["a", "b", "c", "d", "e", "f"];

export function CameraListSkeleton({ view }: { view: CameraView }) {
  if (view === "table") return <RowsSkeleton label="Loading cameras" />;
  return (
    <section
      aria-busy="true"
      aria-label="Loading cameras"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3"
    >
      {SKELETON_CARDS.map((card) => (
        <Skeleton key={card} className="h-40 rounded-lg" />
      ))}
    </section>
  );
}

export function NoCameraMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      scene="blank"
      title="No camera matches"
      description="No camera has all of these filters right now."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

export function NoCameras({ baseUrl, onAdd }: { baseUrl: string; onAdd: (() => void) | undefined }) {
  return (
    <div className="rounded-lg border border-border bg-surface pb-6">
      <EmptyState
        scene="wedge"
        title="No cameras yet"
        description="Onboard the first one through the API. Alerts can then name it by your own id of it."
        action={
          onAdd ? (
            <Button variant="primary" onClick={onAdd}>
              Add camera
            </Button>
          ) : undefined
        }
        className="pb-6"
      />
      <div className="mx-auto max-w-2xl px-4">
        <LazyCodeBlock label="Onboard a camera" code={curlSnippet(cameraRequest(baseUrl, EXAMPLE))} />
        <p className="mt-2 text-xs text-muted-foreground">
          <code className="font-mono">{KEY_VARIABLE}</code> stands for an API key with the scope{" "}
          <code className="font-mono">cameras:write</code>.
        </p>
      </div>
    </div>
  );
}
