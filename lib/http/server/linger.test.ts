import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linger } from "./linger";

const source = () => new Readable({ read() {} });

describe("reading the request body after a reply", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function isOver(work: Promise<void>): Promise<boolean> {
    let over = false;
    void work.then(() => {
      over = true;
    });
    await new Promise(setImmediate);
    return over;
  }

  it("ends when the body ends", async () => {
    const body = source();
    const work = linger(body);
    body.push("rest");
    expect(await isOver(work)).toBe(false);
    body.push(null);
    expect(await isOver(work)).toBe(true);
  });

  it("ends after 16 MB, even if more data arrives", async () => {
    const body = source();
    const work = linger(body);
    body.push(Buffer.alloc(16 * 1024 * 1024));
    expect(await isOver(work)).toBe(false);
    body.push("x");
    expect(await isOver(work)).toBe(true);
  });

  it("ends after 5 s of silence, or after 10 s of slow data", async () => {
    const silent = linger(source());
    vi.advanceTimersByTime(5_000);
    expect(await isOver(silent)).toBe(true);
    const body = source();
    const trickle = linger(body);
    for (let second = 0; second < 9; second += 1) {
      vi.advanceTimersByTime(1_000);
      body.push("x");
      expect(await isOver(trickle)).toBe(false);
    }
    vi.advanceTimersByTime(1_000);
    expect(await isOver(trickle)).toBe(true);
  });

  it("ends immediately beyond 256 concurrent connections, until others finish", async () => {
    const bodies = Array.from({ length: 256 }, source);
    const all = Promise.all(bodies.map(linger));
    expect(await isOver(linger(source()))).toBe(true);
    for (const body of bodies) body.destroy();
    await all;
    expect(await isOver(linger(source()))).toBe(false);
    vi.advanceTimersByTime(5_000);
  });
});
