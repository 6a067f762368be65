import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readlink, rm, symlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { isProcessAlive } from "./process";

/**
 * The folder for files that the user `nobody` couldn't access in the data folder or node_modules. Used only by
 * root.
 */
export const SYSTEM_HOME = "/var/lib/sightline";
const ABANDONED_AFTER_MS = 10 * 60_000;

const inUse = new Set<string>();

/** Creates a folder and its parents. All users can read it, regardless of the umask. */
export async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

/**
 * Creates a temporary folder `<folder>/<name>.new-<pid>-<random>`, to be renamed when it is complete. With
 * `elsewhere`, it is a link to a new folder below SYSTEM_HOME.
 * @returns the temporary path.
 */
export async function makeScratch(folder: string, name: string, elsewhere = false): Promise<string> {
  const random = randomBytes(6).toString("hex");
  const path = join(folder, `${name}.new-${process.pid}-${random}`);
  inUse.add(path);
  if (elsewhere) {
    await makeOpenFolder(SYSTEM_HOME);
    await symlink(join(SYSTEM_HOME, random), path);
    await makeOpenFolder(join(SYSTEM_HOME, random));
  } else {
    await makeOpenFolder(path);
  }
  return path;
}

/**
 * Removes a temporary folder. If it is a link, also removes its target, unless `<folder>/<name>` now points to
 * that target.
 */
export async function removeScratch(path: string): Promise<void> {
  const target = await readlink(path).catch(() => undefined);
  if (target?.startsWith(SYSTEM_HOME + sep)) {
    const published = await readlink(path.replace(/\.new-[^/]*$/, "")).catch(() => "");
    if (!published.startsWith(target + sep)) await rm(target, { recursive: true, force: true, maxRetries: 3 });
  }
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
  inUse.delete(path);
}

/**
 * Removes temporary folders that killed starts left behind. Their process is gone, or they are at least ten
 * minutes old: process IDs are reused, especially in containers.
 */
export async function removeAbandonedScratches(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.new-`)) continue;
    const path = join(folder, entry);
    const pid = Number(entry.slice(`${name}.new-`.length).split("-")[0]);
    const info = await lstat(path).catch(() => undefined);
    if (!info || inUse.has(path)) continue;
    const abandoned = pid === process.pid || !isProcessAlive(pid) || Date.now() - info.mtimeMs > ABANDONED_AFTER_MS;
    if (abandoned) await removeScratch(path).catch(() => undefined);
  }
}
