import { cpus, totalmem } from "node:os";
import { type Figure, type FigureOutcome, type Goal, isMet, type Row } from "./figure";
import type { LabSettings } from "./lab";
import { isPinned } from "./processes";

/** A figure with its outcome, or the reason why it was skipped or failed. */
export interface Entry {
  figure: Figure;
  outcome?: FigureOutcome;
  skipped?: string;
  failed?: string;
}

const verdictOf = (entry: Entry): string => {
  const { outcome, skipped, failed } = entry;
  if (failed !== undefined) return "failed";
  if (skipped !== undefined || !outcome) return "skipped";
  if (outcome.failures > 0) return "missed";
  if (outcome.goals.length === 0) return "measured";
  return outcome.goals.every(isMet) ? "met" : "missed";
};

const machine = (settings: LabSettings) => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? "",
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  pinned: isPinned,
  rounds: settings.rounds,
  seconds: settings.seconds,
  quick: settings.isQuick,
});

/** Returns a JSON object with all measurements, not rounded. */
export function toJson(entries: readonly Entry[], settings: LabSettings): string {
  const figures = entries.map((entry) => ({
    id: entry.figure.id,
    title: entry.figure.title,
    result: verdictOf(entry),
    ...(entry.skipped !== undefined && { reason: entry.skipped }),
    ...(entry.failed !== undefined && { reason: entry.failed }),
    ...(entry.outcome && {
      failures: entry.outcome.failures,
      goals: entry.outcome.goals.map(({ what, measured, limit, isFloor, unit }) => ({
        what,
        measured,
        [isFloor ? "at_least" : "at_most"]: limit,
        unit,
      })),
      rows: entry.outcome.rows,
      notes: entry.outcome.notes ?? [],
    }),
  }));
  return JSON.stringify({ machine: machine(settings), figures });
}

function show(value: string | number | null | undefined): string {
  if (typeof value !== "number") return value ?? "–";
  if (!Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(Math.abs(value) < 1 ? 3 : 2);
}

function goalLine(goal: Goal): string[] {
  const { what, measured, limit, isFloor, unit } = goal;
  return [
    "",
    what,
    `${isFloor ? "≥" : "≤"} ${show(limit)} ${unit}`,
    `${show(measured)} ${unit}`,
    isMet(goal) ? "met" : "missed",
  ];
}

/** Aligns table columns: the first to the left, numbers to the right. */
function align(lines: readonly string[][], isNumber: (column: number) => boolean): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function rowLines(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return [];
  const header = names.map((name) => (name === "name" ? "" : name));
  return align([header, ...rows.map((row) => names.map((name) => show(row[name])))], (column) => column > 0);
}

/** Returns the report as text: a table of goals and results, followed by the measurements of each figure. */
export function toText(entries: readonly Entry[], settings: LabSettings): string {
  const goals = align(
    [["", "", "goal", "measured", "result"], ...entries.flatMap(({ outcome }) => outcome?.goals.map(goalLine) ?? [])],
    (column) => column === 2 || column === 3,
  );
  const lines = [goals.shift() ?? ""];
  for (const entry of entries) {
    const { figure, outcome } = entry;
    lines.push("", `${figure.id.toUpperCase()}  ${figure.title}: ${verdictOf(entry).toUpperCase()}`);
    const reason = entry.failed ?? entry.skipped;
    if (reason !== undefined) lines.push(`  ${reason}`);
    if (!outcome) continue;
    lines.push(...goals.splice(0, outcome.goals.length));
    if (outcome.failures > 0) lines.push(`  ${outcome.failures} failed requests: the figure says nothing.`);
    lines.push(...rowLines(outcome.rows).map((line) => `      ${line}`));
    lines.push(...(outcome.notes ?? []).map((note) => `      ${note}`));
  }
  const { node, cpu, cores, rounds, seconds, quick } = machine(settings);
  const place = isPinned ? "the server on a core of its own" : "nothing pinned";
  lines.push(
    "",
    `Node ${node}, ${cores} × ${cpu}, ${place}; medians of ${rounds} interleaved rounds of ${seconds} s${quick ? "; quick: small sizes, short rounds, for developers" : ""}`,
  );
  return lines.join("\n");
}
