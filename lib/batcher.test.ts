import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher";

describe("the batcher", () => {
  it("sends the first item at once and batches items that arrive while it runs", async () => {
    const batches: number[][] = [];
    const double = createBatcher<number, number>(
      async (items) => {
        batches.push(items);
        await sleep(5);
        return items.map((n) => n * 2);
      },
      { maxItems: 10, maxInFlight: 1, deadlineMs: 30_000 },
    );
    const first = double(1);
    await sleep(1);
    const rest = Promise.all([2, 3, 4].map(double));
    expect([await first, ...(await rest)]).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it("returns each caller's own result or error", async () => {
    const run = createBatcher<number, number>(async (items) => items.map((n) => (n % 2 ? n : new Error(`even ${n}`))), {
      maxItems: 100,
      maxInFlight: 1,
      deadlineMs: 30_000,
    });
    const results = await Promise.allSettled([1, 2, 3].map(run));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("rejects the callers of a failed batch and continues with the next", async () => {
    let calls = 0;
    const run = createBatcher<number, number>(
      async (items) => {
        calls += 1;
        if (calls === 1) throw new Error("lost");
        return items;
      },
      { maxItems: 2, maxInFlight: 1, deadlineMs: 30_000 },
    );
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(run));
    expect(results.map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(calls).toBe(3);
  });

  it("does not delay one lane for a slow batch in another", async () => {
    const batches: string[][] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = createBatcher<string, string>(
      async (items) => {
        batches.push(items);
        if (items[0]?.startsWith("slow")) await held;
        return items;
      },
      { maxItems: 10, maxInFlight: 1, deadlineMs: 30_000, laneOf: (item) => item.split(" ")[0] ?? "" },
    );
    const slow = ["slow 1", "slow 2"].map(run);
    expect(await Promise.all(["quick 1", "quick 2"].map(run))).toEqual(["quick 1", "quick 2"]);
    expect(await run("quick 3")).toBe("quick 3");
    release();
    await Promise.all(slow);
    expect(batches).toEqual([["slow 1", "slow 2"], ["quick 1", "quick 2"], ["quick 3"]]);
  });

  it("starts another batch while a slow one runs", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const run = createBatcher<number, number>(
      async (items) => {
        begin();
        if (items.includes(1)) await held;
        return items;
      },
      { maxItems: 10, maxInFlight: 2, deadlineMs: 30_000 },
    );
    const slow = run(1);
    await begun;
    expect(await Promise.all([2, 3].map(run))).toEqual([2, 3]);
    release();
    expect(await slow).toBe(1);
  });
});
