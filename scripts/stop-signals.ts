const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
const PARENT_CHECK_MS = 500;
/** The scripts in package.json that run until they are stopped. */
const LASTING_SCRIPTS = ["start", "dev", "worker"];

/**
 * Calls `stop` once: on SIGTERM, on Ctrl-C, when the terminal closes, or when npm is gone. Ctrl-C arrives twice,
 * from the terminal and from npm. A killed npm forwards no signal, so this also checks whether npm is still
 * running. Otherwise, the server would keep using the port.
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
  // The parent is watched only if npm started this process. Other parents, such as systemd, a shell or a
  // container, may end before this process does.
  const parent = LASTING_SCRIPTS.includes(process.env.npm_lifecycle_event ?? "") ? process.ppid : null;
  const parentCheck = setInterval(() => {
    if (parent !== null && process.ppid !== parent) stopOnce();
  }, PARENT_CHECK_MS).unref();
}
