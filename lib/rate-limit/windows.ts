/** A counter: what it counts for, and its quota per window. */
export interface Counter {
  subject: string;
  quota: number;
}

/** The state of a counter after an amount was taken. */
export interface Count {
  /** Whether the amount fitted into this counter. */
  fits: boolean;
  remaining: number;
  resetMs: number;
}

/**
 * Takes an amount from all counters, or from none if it exceeds one of them. So a rejected request costs nothing,
 * a rejected batch leaves room for smaller requests, and a key over its limit doesn't use up its organization's.
 * An amount of 0 only reads the counters.
 */
export type Take = (counters: readonly Counter[], amount: number) => Count[];

/**
 * Creates counters in this process's memory, with fixed windows of this length. A subject's window starts with its
 * first request.
 */
export function createWindows(seconds: number): Take {
  const windowMs = seconds * 1_000;
  const windows = new Map<string, { used: number; endsAt: number }>();
  let sweepAt = 0;

  function sweep(now: number): void {
    if (now < sweepAt) return;
    sweepAt = now + windowMs;
    for (const [subject, { endsAt }] of windows) if (endsAt <= now) windows.delete(subject);
  }

  return (counters, amount) => {
    const now = performance.now();
    sweep(now);
    const open = counters.map(({ subject }) => {
      const known = windows.get(subject);
      return known && known.endsAt > now ? known : { used: 0, endsAt: now + windowMs };
    });
    const fits = counters.map(({ quota }, index) => (open[index]?.used ?? 0) + amount <= quota);
    const granted = fits.every(Boolean) ? amount : 0;
    return counters.map(({ subject, quota }, index) => {
      const window = open[index] ?? { used: 0, endsAt: now };
      window.used = Math.max(0, window.used + granted);
      if (granted > 0) windows.set(subject, window);
      return { fits: fits[index] === true, remaining: Math.max(0, quota - window.used), resetMs: window.endsAt - now };
    });
  };
}
