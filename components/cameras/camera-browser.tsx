"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState } from "react";
import { CameraCards } from "@/components/cameras/camera-cards";
import { CameraFilters } from "@/components/cameras/camera-filters";
import { CameraListSkeleton, NoCameraMatches, NoCameras } from "@/components/cameras/camera-list-states";
import { cameraSearch, toCameraFilter } from "@/components/cameras/camera-search";
import { CameraTable } from "@/components/cameras/camera-table";
import { LoadMore, type PagedQuery } from "@/components/list/load-more";
import { useListState } from "@/components/list/use-list-state";
import type { LiveEvent } from "@/components/live/live-connection";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { preloadDialog } from "@/components/ui/dialog";
import type { SiteName } from "@/lib/sites/schema";
import { cameraCountsOptions, cameraListOptions, camerasKey } from "./queries";

const loadForm = () => import("@/components/cameras/add-camera-dialog").then((module) => module.AddCameraDialog);
const AddCameraDialog = dynamic(loadForm, { ssr: false });

const isOfCamera = ({ subject }: LiveEvent) => subject.kind === "camera";

type CameraBrowserProps = {
  organization: string;
  sites: readonly SiteName[];
  mayAdd: boolean;
  /** Ends in `/api/v1`. */
  baseUrl: string;
};

export function CameraBrowser({ organization, sites, mayAdd, baseUrl }: CameraBrowserProps) {
  const { search, patch, isFiltered, clearFilters } = useListState(cameraSearch, `/${organization}/cameras`);
  const [adding, setAdding] = useState<"never" | "open" | "closed">("never");
  const filter = toCameraFilter(search);
  const { status: _, ...unstatused } = filter;
  useLiveQueries(organization, [[...camerasKey, organization]], isOfCamera);
  const list = useInfiniteQuery({ ...cameraListOptions(organization, filter), placeholderData: keepPreviousData });
  const counts = useQuery({ ...cameraCountsOptions(organization, unstatused), placeholderData: keepPreviousData });
  const siteNames = useMemo(() => new Map(sites.map((site) => [site.id, site.name])), [sites]);
  const cameras = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = list.data !== undefined && cameras.length === 0 && !isFiltered && !list.isPlaceholderData;
  const add = mayAdd ? () => setAdding("open") : undefined;
  const searchBox = useRef<HTMLDivElement>(null);
  useShortcuts("Cameras", [
    { keys: "/", description: "Search", run: () => searchBox.current?.querySelector("input")?.focus() },
    ...(add ? [{ keys: "c", description: "Add a camera", run: add }] : []),
  ]);

  const { view = "table" } = search;
  const List = view === "cards" ? CameraCards : CameraTable;
  return (
    <>
      <PageHeader
        title="Cameras"
        actions={
          add ? (
            <Button variant="primary" onClick={add} onPointerEnter={preload} onFocus={preload}>
              <Plus aria-hidden />
              Add camera
            </Button>
          ) : undefined
        }
      />
      {isEmpty ? null : (
        <div ref={searchBox}>
          <CameraFilters search={search} onChange={patch} sites={sites} counts={counts.data} />
        </div>
      )}
      <StaleNotice query={list} isPolled />
      {list.isPending ? <CameraListSkeleton view={view} /> : null}
      <QueryError title="The cameras did not load" query={list} />
      {list.data && cameras.length === 0 && isFiltered ? <NoCameraMatches onClear={clearFilters} /> : null}
      {isEmpty ? <NoCameras baseUrl={baseUrl} onAdd={add} /> : null}
      {cameras.length > 0 ? (
        <div
          className={cn("transition-opacity", list.isPlaceholderData && "opacity-60")}
          aria-busy={list.isPlaceholderData}
        >
          <List organization={organization} cameras={cameras} siteNames={siteNames} />
        </div>
      ) : null}
      <MoreCameras query={list} shown={cameras.length} />
      {adding === "never" ? null : (
        <AddCameraDialog
          organization={organization}
          sites={sites}
          open={adding === "open"}
          onOpenChange={(open) => setAdding(open ? "open" : "closed")}
        />
      )}
    </>
  );
}

function preload() {
  void loadForm();
  preloadDialog();
}

/** Loads the next page when it comes near the window; the button is for those who get there without scrolling. */
function MoreCameras({ query, shown }: { query: PagedQuery; shown: number }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = query;
  // After a failure only the button goes on, so that nobody's browser asks without end.
  const isWaiting = hasNextPage && !isFetchNextPageError && !isFetching && !isPlaceholderData;
  useEffect(() => {
    if (!end.current || !isWaiting) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: "600px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, fetchNextPage]);
  return (
    <div ref={end}>
      <LoadMore query={query} count={shown} noun={["camera", "cameras"]} label="Load more cameras" />
    </div>
  );
}
