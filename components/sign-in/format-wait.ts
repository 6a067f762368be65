/** Formats a waiting time, rounded up: "30 seconds", "2 minutes" or "1 hour". */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [seconds, "second"] : seconds < 3_600 ? [seconds / 60, "minute"] : [seconds / 3_600, "hour"];
  const whole = Math.max(1, Math.ceil(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
