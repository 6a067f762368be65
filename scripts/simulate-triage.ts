import type { AlertUpdate } from "@/lib/alerts/schema";
import type { Random } from "@/lib/demo/random";
import type { Partner } from "./simulate-partner";

const HANDLED = 0.3;
const CLOSED = 0.6;
const WAIT_MS = { from: 6_000, to: 18_000 };

type Change = Pick<AlertUpdate, "status" | "disposition" | "comment">;

/** Simulates people who acknowledge and close some alerts after a while. */
export function createTriage(random: Random, partner: Partner) {
  let planned: { at: number; id: string; change: Change }[] = [];
  const later = (now: number) => now + random.integer(WAIT_MS.from, WAIT_MS.to);

  return {
    /** Plans changes for some of the new alerts. */
    consider(id: string, now: number): void {
      if (!random.chance(HANDLED)) return;
      const at = later(now);
      planned.push({ at, id, change: { status: "acknowledged" } });
      if (random.chance(CLOSED)) planned.push({ at: later(at), id, change: closing(random) });
    },
    /**
     * Makes the planned changes that are due.
     * @returns how many succeeded. A change fails, for example, if a person was faster.
     */
    async work(now: number): Promise<number> {
      const due = planned.filter(({ at }) => at <= now);
      planned = planned.filter(({ at }) => at > now);
      let taken = 0;
      for (const { id, change } of due) {
        await partner.patch(`/alerts/${id}`, change).then(
          () => {
            taken += 1;
          },
          () => {},
        );
      }
      return taken;
    },
  };
}

function closing(random: Random): Change {
  return random.chance(0.75)
    ? { status: "resolved", disposition: "true_positive" }
    : { status: "dismissed", disposition: "false_positive", comment: "Nothing to see on the recording" };
}
