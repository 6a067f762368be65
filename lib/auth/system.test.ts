import { describe, expect, it } from "vitest";
import { forEachOrganization } from "./system";

describe("processing organizations", () => {
  it("runs one step per organization in turn", async () => {
    const left: Record<string, number> = { large: 3, small: 1, other: 2 };
    const order: string[] = [];
    const done = await forEachOrganization(Object.keys(left), async (id) => {
      order.push(id);
      left[id] = (left[id] ?? 0) - 1;
      return { done: 10, hasMore: left[id] > 0 };
    });
    expect(order).toEqual(["large", "small", "other", "large", "other", "large"]);
    expect(done).toBe(60);
  });

  it("continues after a failing organization and reports the error at the end", async () => {
    const seen: string[] = [];
    const work = forEachOrganization(["a", "b", "c"], async (id) => {
      seen.push(id);
      if (id === "b") throw new Error("failed");
      return { done: 1, hasMore: false };
    });
    await expect(work).rejects.toThrow(AggregateError);
    expect(seen).toEqual(["a", "b", "c"]);
  });

  it("stops after 20 consecutive failures or an abort signal", async () => {
    let steps = 0;
    const many = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    const failing = forEachOrganization(many, async () => {
      steps += 1;
      throw new Error("away");
    });
    await expect(failing).rejects.toThrow(AggregateError);
    expect(steps).toBe(20);

    const stop = new AbortController();
    const stopped = await forEachOrganization(
      many,
      async () => {
        stop.abort();
        return { done: 1, hasMore: true };
      },
      stop.signal,
    );
    expect(stopped).toBe(1);
  });
});
