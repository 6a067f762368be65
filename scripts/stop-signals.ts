const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const PARENT_CHECK_MS = 500;
/** The scripts of package.json that run until stopped. */
const LASTING_SCRIPTS = ["start", "dev", "worker"];

/**
 * Calls `stop` once: on SIGTERM, on Ctrl-C, when the terminal closes, or when npm is gone. Ctrl-C arrives twice, from
 * the terminal and forwarded by npm. A killed npm forwards nothing, and the server would keep the port.
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
  // Processes not started by npm (systemd, a shell, a container) may outlive their parent.
  const parent = LASTING_SCRIPTS.includes(process.env.npm_lifecycle_event ?? "") ? process.ppid : null;
  const parentCheck = setInterval(() => {
    if (parent !== null && process.ppid !== parent) stopOnce();
  }, PARENT_CHECK_MS).unref();
}
