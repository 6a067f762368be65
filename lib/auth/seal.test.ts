import { beforeAll, describe, expect, it, vi } from "vitest";

describe("a sealed secret", () => {
  let seal: typeof import("./seal").seal;
  let unseal: typeof import("./seal").unseal;

  beforeAll(async () => {
    vi.stubEnv("AUTH_SECRET", "a secret that only this test knows, 0123456789");
    ({ seal, unseal } = await import("./seal"));
  });

  it("unseals to the original text in its own context", () => {
    for (const text of ["", "admin:pässwörd", "م".repeat(5_000)]) {
      expect(unseal("stream", "org/camera", seal("stream", "org/camera", text))).toBe(text);
    }
  });

  it("hides the text and differs every time", () => {
    const one = seal("stream", "org/camera", "hunter2-hunter2");
    expect(one.toString("latin1")).not.toContain("hunter2");
    expect(one.equals(seal("stream", "org/camera", "hunter2-hunter2"))).toBe(false);
  });

  it("cannot be unsealed for another record or purpose", () => {
    const sealed = seal("stream", "org/camera", "secret");
    expect(() => unseal("stream", "org/other-camera", sealed)).toThrow();
    expect(() => unseal("webhook", "org/camera", sealed)).toThrow();
  });

  it("cannot be unsealed after any byte is changed, removed or added", () => {
    const sealed = seal("stream", "org/camera", "secret");
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => unseal("stream", "org/camera", changed)).toThrow();
      expect(() => unseal("stream", "org/camera", sealed.subarray(0, index))).toThrow();
    }
    expect(() => unseal("stream", "org/camera", Buffer.concat([sealed, Buffer.of(0)]))).toThrow();
  });
});
