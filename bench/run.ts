import type { Figure } from "./figure";
import { analytics } from "./figures/analytics";
import { createBatch } from "./figures/batches";
import { growth } from "./figures/growth";
import { instances } from "./figures/instances";
import { memory } from "./figures/memory";
import { page } from "./figures/page";
import { profile } from "./figures/profile";
import { createOne, firstPage } from "./figures/requests";
import { scripts } from "./figures/scripts";
import { start } from "./figures/start";
import { stream } from "./figures/stream";
import { type LabSettings, openLab } from "./lab";
import { type Entry, toJson, toText } from "./report";

const figures: Figure[] = [
  firstPage,
  createOne,
  createBatch,
  growth,
  analytics,
  stream,
  page,
  memory,
  instances,
  start,
  scripts,
];
/** Figures that are measured only on request. */
const extras: Figure[] = [profile];
const known = [...figures, ...extras];

const given = process.argv.slice(2).map((argument) => argument.toLowerCase());
const isQuick = given.includes("--quick");
const asJson = given.includes("--json");
const wanted = given.filter((argument) => !argument.startsWith("--"));
const settings: LabSettings = {
  isQuick,
  rounds: Number(process.env.BENCH_ROUNDS ?? (isQuick ? 3 : 5)),
  seconds: Number(process.env.BENCH_SECONDS ?? (isQuick ? 2 : 5)),
  warmupSeconds: isQuick ? 2 : 5,
  soakMinutes: Number(process.env.BENCH_SOAK_MINUTES ?? (isQuick ? 1 : 10)),
};
// Progress goes to stderr, so that stdout contains only the report.
const say = (line: string) => console.error(line);

async function measure(): Promise<void> {
  const unknown = [
    ...wanted.filter((name) => !known.some(({ id }) => id === name)),
    ...given.filter((argument) => argument.startsWith("--") && !["--quick", "--json"].includes(argument)),
  ];
  if (unknown.length > 0)
    throw new Error(
      `Not known: ${unknown.join(" ")}. There are ${known.map(({ id }) => id).join(" ")}, --quick, --json.`,
    );
  const chosen = wanted.length === 0 ? figures : known.filter(({ id }) => wanted.includes(id));
  const lab = await openLab(settings, say);
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      void lab.close().finally(() => process.exit(130));
    });
  }
  const entries: Entry[] = [];
  try {
    for (const figure of chosen) {
      say(`${figure.id.toUpperCase()} ${figure.title}`);
      const skipped = figure.skip?.();
      entries.push(
        skipped
          ? { figure, skipped }
          : await figure.run(lab).then(
              (outcome) => ({ figure, outcome }),
              (error: Error) => ({ figure, failed: error.message }),
            ),
      );
      if (isInterrupted) return;
    }
  } finally {
    if (!isInterrupted) await lab.close();
  }
  console.log(asJson ? toJson(entries, settings) : toText(entries, settings));
  if (entries.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
}

measure().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
