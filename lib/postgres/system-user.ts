import { readFile, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user that PostgreSQL runs as when Sightline itself runs as root. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

async function readSystemUsers(): Promise<SystemUser[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [, name, uid, gid] = /^([^:]+):[^:]*:(\d+):(\d+):/.exec(line) ?? [];
    return name ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * Tells which user PostgreSQL has to be spawned as. PostgreSQL refuses to run as root, so root gets `nobody`
 * (65534 where /etc/passwd does not know it); everybody else gets undefined: spawn plainly.
 */
export async function findSystemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = (await readSystemUsers()).find((account) => account.name === "nobody");
  return nobody ?? { name: "nobody", uid: 65534, gid: 65534 };
}

/** The login name of a uid, or `uid 1234` when the system does not know it. */
export async function describeUser(uid: number): Promise<string> {
  return (await readSystemUsers()).find((account) => account.uid === uid)?.name ?? `uid ${uid}`;
}

/** True when the mode bits let the account do all of `rights` (4 read, 2 write, 1 pass or execute) to the path. */
export async function isAllowed(path: string, rights: number, account: SystemUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (bits & rights) === rights;
}

/** True when the account may pass through every folder on the way to `folder`, and through it. Links are followed. */
export async function canEnter(folder: string, account: SystemUser): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    if (!(await isAllowed(path, 1, account))) return false;
    if (path === dirname(path)) return true;
  }
}
