"use client";
import { LayoutGrid, Rows3, Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { type CameraSearch, type CameraView, cameraViews } from "@/components/cameras/filter";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import type { CameraCounts } from "@/lib/cameras/schema";
import type { SiteName } from "@/lib/sites/schema";
import { type CameraStatus, cameraStatuses } from "@/lib/values";

type CameraFiltersProps = {
  search: CameraSearch;
  onChange: (change: Partial<CameraSearch>) => void;
  sites: readonly SiteName[];
  counts: CameraCounts | undefined;
};

const statusLabels: Record<CameraStatus, string> = {
  pending: "Pending",
  online: "Online",
  degraded: "Degraded",
  offline: "Offline",
  disabled: "Disabled",
};
const dots: Record<CameraStatus, string> = {
  pending: "bg-camera-pending",
  online: "bg-camera-online",
  degraded: "bg-camera-degraded",
  offline: "bg-camera-offline",
  disabled: "bg-camera-disabled",
};
const viewIcons = { table: <Rows3 aria-hidden />, cards: <LayoutGrid aria-hidden /> };
const viewLabels: Record<CameraView, string> = { table: "Table", cards: "Cards" };

export function CameraFilters({ search, onChange, sites, counts }: CameraFiltersProps) {
  function toggle(status: CameraStatus) {
    const chosen = search.status.includes(status)
      ? search.status.filter((other) => other !== status)
      : cameraStatuses.filter((other) => other === status || search.status.includes(other));
    onChange({ status: chosen });
  }

  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Search by name or external id"
          placeholder="Search name or external id"
          value={search.q}
          onChange={(event) => onChange({ q: event.target.value })}
          leading={<Search aria-hidden />}
          maxLength={200}
          dir="auto"
          className="w-full sm:w-72"
        />
        {sites.length > 0 ? (
          <Select
            aria-label="Site"
            value={search.site_id[0] ?? ""}
            onChange={(event) => onChange({ site_id: event.target.value ? [event.target.value] : [] })}
            placeholder="All sites"
            options={sites.map((site) => ({ value: site.id, label: site.name }))}
            className="min-w-40 flex-1 sm:w-56 sm:flex-none"
          />
        ) : null}
        {search.tag.map((tag) => (
          <Button
            key={tag}
            onClick={() => onChange({ tag: search.tag.filter((other) => other !== tag) })}
            aria-label={`Remove the tag filter ${tag}`}
          >
            <span dir="auto" className="max-w-40 truncate">
              Tag: {tag}
            </span>
            <X aria-hidden />
          </Button>
        ))}
        <Segmented
          label="View"
          value={search.view}
          onValueChange={(view) => onChange({ view })}
          options={cameraViews.map((view) => ({ value: view, label: viewIcons[view], ariaLabel: viewLabels[view] }))}
          className="ml-auto"
        />
      </div>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">Status</legend>
        <Chip pressed={search.status.length === 0} count={counts?.total} onClick={() => onChange({ status: [] })}>
          All
        </Chip>
        {cameraStatuses.map((status) => (
          <Chip
            key={status}
            pressed={search.status.includes(status)}
            count={counts?.by_status[status]}
            onClick={() => toggle(status)}
          >
            <span aria-hidden className={cn("size-1.5 rounded-full", dots[status])} />
            {statusLabels[status]}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

type ChipProps = { pressed: boolean; count: number | undefined; onClick: () => void; children: ReactNode };

function Chip({ pressed, count, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="inline-flex h-7 items-center gap-1.5 rounded-md border border-border bg-surface px-2.5 text-xs font-medium text-muted-foreground transition-colors hover:text-foreground aria-pressed:border-ring aria-pressed:bg-primary/8 aria-pressed:text-foreground pointer-coarse:h-9"
    >
      {children}
      <span className="min-w-3 text-right tabular-nums">{count ?? ""}</span>
    </button>
  );
}
