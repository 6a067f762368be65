"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import { CameraCards } from "@/components/cameras/camera-cards";
import { CameraFilters } from "@/components/cameras/camera-filters";
import { NoCameras } from "@/components/cameras/camera-list-states";
import { cameraSearch, toCameraFilter } from "@/components/cameras/camera-search";
import { CameraTable } from "@/components/cameras/camera-table";
import { isListEmpty, ListBody } from "@/components/list/list-body";
import { rowsOf } from "@/components/list/paged-query";
import { useListState } from "@/components/list/use-list-state";
import type { LiveEvent } from "@/components/live/live-connection";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import type { CameraCounts } from "@/lib/cameras/schema";
import type { SiteName } from "@/lib/sites/schema";
import type { CameraStatus } from "@/lib/values";
import { CameraListContext } from "./camera-list-context";
import { cameraCountsOptions, cameraListOptions, camerasKey } from "./queries";

const loadForm = () => import("@/components/cameras/add-camera-dialog").then((module) => module.AddCameraDialog);
const AddCameraDialog = dynamic(loadForm, { ssr: false });

const isOfCamera = ({ subject }: LiveEvent) => subject.kind === "camera";

type CameraBrowserProps = {
  organization: string;
  sites: readonly SiteName[];
  mayAdd: boolean;
  /** The API's base URL, which ends in `/api/v1`. */
  baseUrl: string;
};

/** The cameras page: filters, and a table or cards. Its state is in the URL. */
export function CameraBrowser({ organization, sites, mayAdd, baseUrl }: CameraBrowserProps) {
  const list = useListState(cameraSearch, `/${organization}/cameras`);
  const { search, isFiltered, clearFilters } = list;
  const state = useMemo(() => ({ ...list, organization, sites }), [list, organization, sites]);
  const [adding, setAdding] = useState<"never" | "open" | "closed">("never");
  useLiveQueries(organization, [[...camerasKey, organization]], isOfCamera);
  const query = useInfiniteQuery({
    ...cameraListOptions(organization, toCameraFilter(search)),
    placeholderData: keepPreviousData,
  });
  const { status: _status, ...others } = toCameraFilter(search);
  const counts = useQuery({ ...cameraCountsOptions(organization, others), placeholderData: keepPreviousData });
  const siteNames = useMemo(() => new Map(sites.map((site) => [site.id, site.name])), [sites]);
  const cameras = rowsOf(query.data);
  const add = mayAdd ? () => setAdding("open") : undefined;
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcuts("Cameras", [
    { keys: "/", description: "Search", run: () => searchRef.current?.focus() },
    ...(add ? [{ keys: "c", description: "Add a camera", run: add }] : []),
  ]);

  const Rows = search.view === "cards" ? CameraCards : CameraTable;
  return (
    <CameraListContext value={state}>
      <PageHeader
        title="Cameras"
        count={counts.data ? <CameraTotal counts={counts.data} chosen={search.status} /> : null}
        actions={
          add ? (
            <Button variant="primary" onClick={add} onPointerEnter={preload} onFocus={preload}>
              <Plus aria-hidden />
              Add camera
            </Button>
          ) : undefined
        }
      />
      {isListEmpty(query, cameras.length) && !isFiltered ? null : <CameraFilters searchRef={searchRef} />}
      <ListBody
        query={query}
        noun={["camera", "cameras"]}
        count={cameras.length}
        isFiltered={isFiltered}
        onClear={clearFilters}
        empty={<NoCameras baseUrl={baseUrl} onAdd={add} />}
        isPolled
        more={{ query, label: "Load more cameras", isAutomatic: true }}
      >
        <Rows organization={organization} cameras={cameras} siteNames={siteNames} />
      </ListBody>
      {adding === "never" ? null : (
        <AddCameraDialog
          organization={organization}
          sites={sites}
          open={adding === "open"}
          onOpenChange={(open) => setAdding(open ? "open" : "closed")}
        />
      )}
    </CameraListContext>
  );
}

/**
 * Shows the number of cameras, such as "48 cameras, 2 offline". With a status filter, shows only the number of
 * matches.
 */
function CameraTotal({ counts, chosen = [] }: { counts: CameraCounts; chosen: readonly CameraStatus[] | undefined }) {
  const { total, by_status } = counts;
  if (chosen.length > 0) {
    const matching = chosen.reduce((sum, status) => sum + (by_status[status] ?? 0), 0);
    return formatQuantity(matching, "camera");
  }
  return (
    <>
      {formatQuantity(total, "camera")}
      {by_status.offline ? <span className="max-sm:sr-only">, {formatCount(by_status.offline)} offline</span> : null}
    </>
  );
}

function preload() {
  void loadForm();
  preloadDialog();
}
