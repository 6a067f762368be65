import { expect, it } from "vitest";
import { deliverThroughCrashes } from "../fixtures/webhook-crashes";

it("webhook deliveries survive kill -9 of worker and server: none is lost, and each alert's order is kept", {
  timeout: 180_000,
}, async () => {
  const kills = [
    { afterMs: 3_000, process: "worker" as const },
    { afterMs: 2_000, process: "server" as const },
    { afterMs: 2_000, process: "worker" as const },
  ];
  const { repeated, interrupted, slowestMs, ...figures } = await deliverThroughCrashes({
    events: 300,
    kills,
  });
  expect(figures).toEqual({ events: 300, lost: 0, missing: 0, foreign: 0, disordered: 0, rejected: 100 });
  expect(repeated).toBeLessThanOrEqual(interrupted);
  // The lease of a killed worker, the start of the next one, and a retry.
  expect(slowestMs).toBeLessThan(90_000);
});
