import { readdirSync } from "node:fs";
import { join } from "node:path";
import { monotonicMs, readProfile, type SelfTime } from "../cpu-profile";
import { drive } from "../drive";
import type { Load } from "../driver";
import type { Figure, Row } from "../figure";
import { productRoot } from "../lab";
import { datasetSize, someAlerts, toBodies } from "./requests";

const CONNECTIONS = 32;
const FRAMES = 10;
const PACKAGES = 14;

/** Shows where our server spends its CPU time. This figure has no goal. */
export const profile: Figure = {
  id: "profile",
  title: "self time of the server's JavaScript, GET and POST /alerts",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const server = await lab.startServer(dataset, {
      nodeFlags: ["--cpu-prof", `--cpu-prof-dir=${lab.folder}`, "--cpu-prof-interval=500"],
    });
    const url = `${server.url}/api/v1/alerts`;
    const shared = { url, headers: dataset.headers, connections: CONNECTIONS };
    const loads: (Omit<Load, "seconds"> & { method: "GET" | "POST" })[] = [
      { ...shared, method: "GET" },
      { ...shared, method: "POST", bodies: toBodies(someAlerts(dataset, "externalId")) },
    ];
    const seconds = lab.settings.isQuick ? 5 : 15;
    let failures = 0;
    const windows = new Map<string, { from: number; to: number; requests: number }>();
    for (const load of loads) {
      await drive({ ...load, seconds: lab.settings.warmupSeconds });
      const from = monotonicMs();
      const driven = await drive({ ...load, seconds });
      failures += driven.failures;
      windows.set(load.method, { from, to: monotonicMs(), requests: driven.requests });
    }
    await server.stop();
    // Selects the profile of the main thread (number 0). The TypeScript loader's thread writes its own.
    const file = readdirSync(lab.folder).find((name) => name.includes(`.${server.pid}.0.`));
    if (!file) throw new Error("The server wrote no profile");
    const rows: Row[] = [];
    for (const [method, { from, to, requests }] of windows) {
      const { frames, packages } = readProfile(join(lab.folder, file), productRoot, { from, to });
      const total = packages.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      const toRow = ({ name, milliseconds }: SelfTime): Row => ({
        name: `${method}  ${name}`,
        "µs a request": (milliseconds / requests) * 1_000,
        share: `${((milliseconds / total) * 100).toFixed(1)} %`,
      });
      rows.push(...packages.slice(0, PACKAGES).map(toRow), ...frames.slice(0, FRAMES).map(toRow));
    }
    return { goals: [], rows, failures, notes: [`From ${productRoot}; profiling itself costs a few percent.`] };
  },
};
