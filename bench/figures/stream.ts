import { atMost, type Figure } from "../figure";
import { cpuSeconds, runProgram } from "../processes";
import { median } from "../statistics";
import type { StreamLoad, StreamResult } from "../stream-driver";
import { datasetSize, describeDatasetSize, someAlerts } from "./requests";

const LISTENERS = 100;
const PER_SECOND = 500;

export const stream: Figure = {
  id: "p6",
  title: "insert to seen on the event stream, 500 alerts/s, 100 listeners",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const server = await lab.startServer(dataset);
    const [alert = {}] = someAlerts(dataset, "externalId");
    const seconds = lab.settings.isQuick ? 3 : 10;
    const load = {
      url: server.url,
      headers: dataset.headers,
      alert,
      listeners: LISTENERS,
      perSecond: PER_SECOND,
      seconds,
    };
    const rounds: (StreamResult & { serverCpu: number })[] = [];
    for (let round = 0; round <= lab.settings.rounds; round += 1) {
      const question: StreamLoad = { ...load, firstNumber: round * PER_SECOND * seconds };
      const before = cpuSeconds(server.pid) ?? Number.NaN;
      const result = await runProgram<StreamResult>(
        { args: ["--import", "tsx", "bench/stream-driver.ts"], cores: "rest" },
        question,
      );
      // The first round is a warm-up and isn't counted.
      if (round > 0) rounds.push({ ...result, serverCpu: (cpuSeconds(server.pid) ?? Number.NaN) - before });
    }
    await server.stop();
    const sum = (of: "lost" | "repeated" | "failures") => rounds.reduce((total, round) => total + round[of], 0);
    return {
      goals: [
        atMost(
          250,
          "ms",
          "p95 from sending the create to each listener having its event",
          median(rounds.map((r) => r.sinceSent.p95)),
        ),
        atMost(0, "lost", "of all events of all listeners", sum("lost")),
        atMost(0, "repeated", "of all events of all listeners", sum("repeated")),
      ],
      rows: rounds.map((round, n) => ({
        name: `round ${n + 1}`,
        created: round.created,
        "sent → seen p50 ms": round.sinceSent.p50,
        "p95 ms": round.sinceSent.p95,
        "p99 ms": round.sinceSent.p99,
        "answered → seen p95 ms": round.sinceAnswered.p95,
        "create p95 ms": round.createP95,
        "server CPU": `${Math.round((round.serverCpu / seconds) * 100)} %`,
        "driver CPU": `${Math.round((round.driverCpu / seconds) * 100)} %`,
        lost: round.lost,
      })),
      failures: sum("failures"),
      notes: [
        describeDatasetSize(dataset),
        "Creates are sent evenly, whether the ones before are answered or not; all listeners read in the driver's process.",
      ],
    };
  },
};
