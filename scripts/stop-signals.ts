const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const PARENT_CHECK_MS = 500;
/** The scripts in package.json that run until they are stopped. */
const LASTING_SCRIPTS = ["start", "dev", "worker"];

/**
 * Calls `stop` once: on SIGTERM, on Ctrl-C, when the terminal closes, or when npm is gone. Ctrl-C arrives twice,
 * from the terminal and forwarded by npm. If npm is killed, it forwards nothing, and the server would keep using
 * the port.
 */
export function onStopSignal(stop: () => void): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    clearInterval(parentCheck);
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, stopOnce);
  // The parent is watched only if npm started this process. Others (systemd, a shell, a container) may end before
  // their child does.
  const parent = LASTING_SCRIPTS.includes(process.env.npm_lifecycle_event ?? "") ? process.ppid : null;
  const parentCheck = setInterval(() => {
    if (parent !== null && process.ppid !== parent) stopOnce();
  }, PARENT_CHECK_MS).unref();
}
