import { Presets, SingleBar } from "cli-progress";

/** Shows progress: as a bar in a terminal, or in a log as one line per tenth. */
export interface Progress {
  update(done: number, total: number, note: string): void;
  /** Prints a line without disturbing the bar. */
  say(line: string): void;
  stop(): void;
}

/**
 * Creates a progress display for standard output.
 * @param label the activity, such as "Posting detections".
 */
export function createProgress(label: string): Progress {
  return process.stdout.isTTY ? createBar(label) : createLines(label);
}

function createBar(label: string): Progress {
  const bar = new SingleBar(
    { format: `${label}  {bar}  {value}/{total}  {note}`, hideCursor: true, barsize: 28, linewrap: false },
    Presets.shades_classic,
  );
  let started = false;
  const last = { done: 0, total: 0, note: "" };
  const draw = () => {
    if (started) return bar.update(last.done, { note: last.note });
    bar.start(last.total, last.done, { note: last.note });
    started = true;
  };
  return {
    update(done, total, note) {
      Object.assign(last, { done, total, note });
      draw();
    },
    say(line) {
      if (started) bar.stop();
      started = false;
      console.log(line);
      if (last.total > 0) draw();
    },
    stop() {
      if (started) bar.stop();
      started = false;
    },
  };
}

const STEPS = 10;

function createLines(label: string): Progress {
  let shown = 0;
  return {
    update(done, total, note) {
      const step = Math.floor((done / total) * STEPS);
      if (step === shown) return;
      shown = step;
      console.log(`${label}: ${done} of ${total}  ${note}`);
    },
    say: (line) => console.log(line),
    stop() {},
  };
}
