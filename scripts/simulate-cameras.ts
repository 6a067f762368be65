import type { Camera, CameraCreate, CameraList } from "@/lib/cameras/schema";
import { isCallFailure, type Partner } from "./simulate-partner";

/** The cameras that the simulated partner adds. */
const ownCameras: readonly Pick<CameraCreate, "name" | "external_id" | "use_cases" | "tags">[] = [
  {
    name: "Simulator gate north",
    external_id: "sim-gate-north",
    use_cases: ["queue_length", "wrong_way_vehicle", "tailgating"],
    tags: ["simulated", "outdoor"],
  },
  {
    name: "Simulator dock 12",
    external_id: "sim-dock-12",
    use_cases: ["ppe_missing", "forklift_near_miss", "blocked_exit"],
    tags: ["simulated", "indoor"],
  },
  {
    name: "Simulator yard thermal",
    external_id: "sim-yard-thermal",
    use_cases: ["intrusion", "loitering"],
    tags: ["simulated", "outdoor"],
  },
];

/** Reads all cameras of the organization, page by page. */
export async function fetchCameras(partner: Partner): Promise<Camera[]> {
  const cameras: Camera[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await partner.get<CameraList>(`/cameras?limit=200${cursor}`);
    cameras.push(...body.data);
    if (body.next_cursor === null) return cameras;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

/**
 * Adds the partner's cameras that the organization doesn't have yet.
 * @returns the added cameras.
 */
export async function onboardCameras(partner: Partner, known: readonly Camera[]): Promise<Camera[]> {
  const fresh: Camera[] = [];
  for (const camera of ownCameras) {
    if (known.some(({ external_id }) => external_id === camera.external_id)) continue;
    try {
      fresh.push((await partner.post<Camera>("/cameras", camera)).body);
    } catch (error) {
      // On a conflict, another simulator has added the camera after the list was read.
      if (!isCallFailure(error) || error.code !== "conflict") throw error;
    }
  }
  return fresh;
}

/**
 * Returns the enabled cameras that send heartbeats: online ones and the partner's own. Broken cameras stay broken.
 * If only the partner's own would remain, it returns all enabled cameras, as if a site was switched on again.
 */
export function heartbeatCameras(cameras: readonly Camera[]): Camera[] {
  const own = new Set(ownCameras.map((camera) => camera.external_id));
  const enabled = cameras.filter((camera) => camera.enabled);
  const speaking = enabled.filter((camera) => camera.status === "online" || own.has(camera.external_id));
  return speaking.some((camera) => !own.has(camera.external_id)) ? speaking : enabled;
}

/**
 * Sends one heartbeat per camera, one after the other.
 * @returns how many heartbeats succeeded.
 */
export async function postHeartbeats(partner: Partner, cameras: readonly Camera[]): Promise<number> {
  let arrived = 0;
  for (const { id } of cameras) {
    const fps = 22 + Math.round(Math.random() * 3);
    await partner.post(`/cameras/${id}/heartbeat`, { fps, reconnects: 0 }).then(
      () => {
        arrived += 1;
      },
      () => {},
    );
  }
  return arrived;
}
