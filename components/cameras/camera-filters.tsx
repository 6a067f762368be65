"use client";
import { LayoutGrid, Rows3, X } from "lucide-react";
import type { ReactNode } from "react";
import { type CameraSearch, type CameraView, cameraViews } from "@/components/cameras/camera-search";
import { SearchBox } from "@/components/list/search-box";
import { Button } from "@/components/ui/button";
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
const viewIcons = { table: <Rows3 aria-hidden />, cards: <LayoutGrid aria-hidden /> };
const viewLabels: Record<CameraView, string> = { table: "Table", cards: "Cards" };

export function CameraFilters({ search, onChange, sites, counts }: CameraFiltersProps) {
  const { status: chosen = [], site_id: [site = ""] = [], tag: tags = [], view = "table" } = search;
  function toggle(status: CameraStatus) {
    onChange({ status: cameraStatuses.filter((one) => chosen.includes(one) !== (one === status)) });
  }

  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search by name or external id"
          placeholder="Search name or external id"
          value={search.q}
          onChange={(q) => onChange({ q })}
          className="w-full sm:w-72"
        />
        {sites.length > 0 ? (
          <Select
            aria-label="Site"
            value={site}
            onChange={(event) => onChange({ site_id: event.target.value ? [event.target.value] : undefined })}
            placeholder="All sites"
            options={sites.map((site) => ({ value: site.id, label: site.name }))}
            className="min-w-40 flex-1 sm:w-56 sm:flex-none"
          />
        ) : null}
        {tags.map((tag) => (
          <Button
            key={tag}
            onClick={() => onChange({ tag: tags.filter((other) => other !== tag) })}
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
          value={view}
          onValueChange={(view) => onChange({ view })}
          options={cameraViews.map((view) => ({ value: view, label: viewIcons[view], ariaLabel: viewLabels[view] }))}
          className="ml-auto"
        />
      </div>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">Status</legend>
        <Chip pressed={chosen.length === 0} count={counts?.total} onClick={() => onChange({ status: undefined })}>
          All
        </Chip>
        {cameraStatuses.map((status) => (
          <Chip
            key={status}
            pressed={chosen.includes(status)}
            count={counts?.by_status[status]}
            onClick={() => toggle(status)}
          >
            <span aria-hidden className={`mark camera-${status}`} />
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
