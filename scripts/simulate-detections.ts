import type { AlertCreate } from "@/lib/alerts/schema";
import { describeDetection } from "@/lib/demo/alerts";
import type { Random } from "@/lib/demo/random";
import { demoUseCases, type UseCase, type UseCaseName } from "@/lib/demo/use-cases";

/** The data of a camera that the simulator needs for detections. */
export interface DetectingCamera {
  id: string;
  name: string;
  external_id: string | null;
  use_cases: string[];
}

export type DetectedAlert = Pick<AlertCreate, "camera_id" | "use_case" | "status"> & Partial<AlertCreate>;

const REPEATS = 0.15;
const names = Object.keys(demoUseCases) as UseCaseName[];

/**
 * Returns a function that generates detections like an edge gateway. An ongoing incident is sent again with the
 * same dedup_key.
 */
export function createDetector(random: Random, cameras: readonly DetectingCamera[]): (now: Date) => DetectedAlert {
  let ongoing: { camera: DetectingCamera; useCase: UseCaseName } | null = null;
  return (now) => {
    const isRepeat = ongoing !== null && random.chance(REPEATS);
    const seen = ongoing !== null && isRepeat ? ongoing : see(random, cameras);
    if (demoUseCases[seen.useCase].goesOn) ongoing = seen;
    return toAlert(random, seen.camera, seen.useCase, now);
  };
}

function see(random: Random, cameras: readonly DetectingCamera[]) {
  // The random number is squared, so that the first cameras of the list are busy and the others are quiet.
  const index = Math.floor(random.next() ** 2 * cameras.length);
  const camera = cameras[index] as DetectingCamera;
  const able = names.filter((name) => camera.use_cases.includes(name));
  return { camera, useCase: random.pick(able.length > 0 ? able : names) };
}

function toAlert(random: Random, camera: DetectingCamera, name: UseCaseName, now: Date): DetectedAlert {
  const useCase: UseCase = demoUseCases[name];
  const [mean, deviation] = useCase.confidence;
  const confidence = Math.min(0.99, Math.max(0.35, mean + deviation * random.normal()));
  const reference = camera.external_id ?? camera.id;
  return {
    camera_id: reference,
    use_case: name,
    status: "open",
    severity: random.weighted(useCase.severity),
    ...describeDetection(random, useCase, camera.name),
    occurred_at: new Date(now.getTime() - random.integer(300, 3_000)).toISOString(),
    confidence: Math.round(confidence * 100) / 100,
    tags: [useCase.tag],
    metadata: { track_id: random.integer(1_000, 99_999), simulated: true },
    ...(useCase.goesOn && { dedup_key: `${reference}/${name}` }),
  };
}
