import { readFile, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user that runs PostgreSQL if Sightline runs as root. */
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
 * Returns the user to run PostgreSQL as. For root, this is `nobody` (65534 if /etc/passwd has no entry), because
 * PostgreSQL refuses to run as root. For other users it is undefined, which means no change.
 */
export async function findSystemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = (await readSystemUsers()).find((account) => account.name === "nobody");
  return nobody ?? { name: "nobody", uid: 65534, gid: 65534 };
}

/** Returns the login name of a user ID, or text such as `uid 1234` if it has none. */
export async function describeUser(uid: number): Promise<string> {
  return (await readSystemUsers()).find((account) => account.uid === uid)?.name ?? `uid ${uid}`;
}

/** Returns whether a path's mode bits give a user all of `rights`, the sum of 4 (read), 2 (write) and 1 (execute). */
export async function isAllowed(path: string, rights: number, account: SystemUser): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (bits & rights) === rights;
}

/** Returns whether a user can traverse every folder of a path, including `folder` itself. It follows links. */
export async function canEnter(folder: string, account: SystemUser): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    if (!(await isAllowed(path, 1, account))) return false;
    if (path === dirname(path)) return true;
  }
}
