import type { cameras } from "@/lib/db/tables/cameras";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import type { PlacedCamera } from "./detections";
import { createIdMinter } from "./minted-ids";
import type { Random } from "./random";
import { type Condition, type DemoSite, demoSites, type View } from "./sites";
import { useCasesOf } from "./use-cases";

/** The longest possible timeout, in seconds. Demo cameras need it, because the demo sends no heartbeats. */
const PATIENT_TIMEOUT_S = 86_400;
const DEFAULT_TIMEOUT_S = 300;
const OFFLINE_GRACE_S = 60;

type CameraRow = typeof cameras.$inferInsert;

const hardware: Record<View, readonly [manufacturer: string, model: string]> = {
  dock: ["Aperta", "Dome 4K"],
  yard: ["Aperta", "PTZ 30x"],
  gate: ["Lumenar", "Plate reader 2"],
  aisle: ["Lumenar", "Dome 5 MP"],
  entrance: ["Lumenar", "Turret 4 MP"],
  fence: ["Aperta", "Thermal 640"],
};
const areas: Record<View, readonly string[]> = {
  dock: ["indoor", "dock"],
  yard: ["outdoor", "yard"],
  gate: ["outdoor", "vehicles"],
  aisle: ["indoor", "storage"],
  entrance: ["indoor", "people"],
  fence: ["outdoor", "perimeter"],
};

export interface PlacedSite extends DemoSite {
  id: string;
}

/** Returns the demo's sites and cameras with their IDs, created a few months ago. Stores nothing. */
export function placeCameras(
  random: Random,
  now: Date,
): { sites: PlacedSite[]; cameras: (PlacedCamera & { siteId: string; createdAt: Date })[] } {
  const mintId = createIdMinter(random);
  const openedAt = now.getTime() - 240 * DAY_MS;
  const sites = demoSites.map((site, index) => ({ ...site, id: mintId(new Date(openedAt + index * HOUR_MS)) }));
  let onboardedAt = openedAt + DAY_MS;
  const placed = sites.flatMap((site) => {
    onboardedAt += 20 * DAY_MS;
    return site.cameras.map((camera) => {
      onboardedAt += random.integer(4, 40) * 60_000;
      const createdAt = new Date(camera.condition === "pending" ? now.getTime() - 2 * HOUR_MS : onboardedAt);
      const silentSince = silenceOf(camera.condition, now);
      return { ...camera, id: mintId(createdAt), site, siteId: site.id, createdAt, silentSince };
    });
  });
  return { sites, cameras: placed };
}

function silenceOf(condition: Condition | null, now: Date): Date | null {
  const ago = { offline: 3 * HOUR_MS, offline_for_days: 2 * DAY_MS + 5 * HOUR_MS, disabled: 6 * DAY_MS };
  const key = condition as keyof typeof ago;
  return key in ago ? new Date(now.getTime() - ago[key]) : null;
}

/** Returns a camera's row. It contains the evidence for the status that the camera's condition implies. */
export function toCameraRow(
  random: Random,
  organizationId: string,
  camera: PlacedCamera & { siteId: string; createdAt: Date },
  index: number,
  now: Date,
): CameraRow {
  const { condition, view, silentSince, createdAt } = camera;
  const [manufacturer, model] = hardware[view];
  const ipAddress = `10.${20 + demoSites.findIndex((site) => site.code === camera.site.code)}.4.${11 + index}`;
  const lastSeenAt = condition === "pending" ? null : (silentSince ?? now);
  return {
    organizationId,
    id: camera.id,
    name: camera.name,
    externalId: camera.externalId,
    siteId: camera.siteId,
    streamUrl: `rtsps://${ipAddress}:322/main`,
    manufacturer,
    model,
    macAddress: `02:${random.hex(10).match(/../g)?.join(":") ?? ""}`,
    ipAddress,
    timezone: camera.site.timezone,
    latitude: camera.site.latitude + random.between(-0.002, 0.002),
    longitude: camera.site.longitude + random.between(-0.002, 0.002),
    tags: [...areas[view]],
    useCases: Object.keys(useCasesOf[view]),
    enabled: condition !== "disabled",
    heartbeatTimeoutS: silentSince ? DEFAULT_TIMEOUT_S : PATIENT_TIMEOUT_S,
    offlineGraceS: OFFLINE_GRACE_S,
    lastSeenAt,
    fps: condition === "pending" ? null : condition === "low_frame_rate" ? 3 : random.pick([15, 20, 25]),
    reconnects: condition === "pending" ? null : 0,
    reportedError: condition === "error_reported" ? "Picture is blurred: the lens may be dirty" : null,
    recordedStatus: "pending",
    recordedSince: createdAt,
    createdAt,
    updatedAt: condition === "disabled" ? (silentSince ?? createdAt) : createdAt,
  };
}
