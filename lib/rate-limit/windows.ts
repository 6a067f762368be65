/** What is counted: a subject and how much one window of it may hold. */
export interface Counter {
  subject: string;
  quota: number;
}

/** A counter after a take. */
export interface Count {
  /** Whether this counter had room for what was asked. */
  fits: boolean;
  remaining: number;
  resetMs: number;
}

/**
 * Takes an amount from every counter or, when one of them lacks room, from none: a refusal costs nothing, so a batch
 * that is too large leaves the window to smaller requests, and what a key may not do is not held against its organization.
 * An amount of 0 only reads.
 */
export type Take = (counters: readonly Counter[], amount: number) => Count[];

/** Fixed windows of so many seconds in this process's memory; a subject's window begins with its first request. */
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
      window.used += granted;
      if (granted > 0) windows.set(subject, window);
      return { fits: fits[index] === true, remaining: Math.max(0, quota - window.used), resetMs: window.endsAt - now };
    });
  };
}
