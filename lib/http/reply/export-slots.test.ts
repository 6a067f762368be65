import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/auth/context";
import { newId } from "@/lib/db/ids";
import { MAX_EXPORTS } from "@/lib/limits";
import { inExportSlot } from "./export-slots";
import { StreamedBody } from "./reply";

async function* lines() {
  yield "a";
  yield "b";
}

describe("export slots of an organization", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const organization = () => ({ organizationId: newId() }) as Context;
  const begin = (ctx: Context) => inExportSlot(ctx, async () => new StreamedBody(lines(), { type: "text/csv" }));
  const fill = (ctx: Context) => Promise.all(Array.from({ length: MAX_EXPORTS }, () => begin(ctx)));

  it("reject exports with Retry-After when full, for that organization only", async () => {
    const ctx = organization();
    await fill(ctx);
    await expect(begin(ctx)).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "10" } });
    await expect(begin(organization())).resolves.toBeDefined();
  });

  it("are released when an export is read to its end", async () => {
    const ctx = organization();
    const [first] = await fill(ctx);
    for (let step = await first?.pieces.next(); step && !step.done; ) step = await first?.pieces.next();
    await begin(ctx);
    await expect(begin(ctx)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("are released when a reader disconnects", async () => {
    const ctx = organization();
    const [first] = await fill(ctx);
    await first?.pieces.next();
    await first?.pieces.return();
    await expect(begin(ctx)).resolves.toBeDefined();
  });

  it("are released when an export fails before its first chunk", async () => {
    const ctx = organization();
    for (let n = 0; n <= MAX_EXPORTS; n += 1)
      await expect(inExportSlot(ctx, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("are released when reading never starts", async () => {
    const ctx = organization();
    await fill(ctx);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(fill(ctx)).resolves.toHaveLength(MAX_EXPORTS);
  });
});
