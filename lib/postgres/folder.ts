import { access, constants, mkdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { describeUser } from "./system-user";

/** The minimum free space for a new database. It takes 40 MB, its write-ahead log 32 MB, and the demo 60 MB. */
const ROOM_FOR_NEW_DATABASE = 256 * 1024 * 1024;
/** The size of one write-ahead log segment. PostgreSQL stops if it can't add the next one. */
const FULL_BELOW = 16 * 1024 * 1024;

const ANOTHER = "set DATA_DIR to another folder";

/**
 * Creates the folder and its parents. Node's `recursive` option isn't used: it never ends below `/proc`, and
 * reports a read-only disk as ENOENT.
 */
async function makeFolders(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/**
 * Creates the data folder and its parents, if needed.
 * @throws Error with a one-line message if that fails.
 */
export async function createDataFolder(dataDir: string): Promise<void> {
  await makeFolders(dataDir).catch(async (error: NodeJS.ErrnoException) => {
    const reason = reasonOf(error.code, await nameStarter());
    throw new Error(`The data folder ${dataDir} can't be created: ${reason}, or ${ANOTHER}.`);
  });
}

// Returns the name of this process's user. PostgreSQL may have to run as another user.
async function nameStarter(): Promise<string> {
  const uid = process.getuid?.();
  return uid === undefined ? "you" : describeUser(uid);
}

function reasonOf(code: string | undefined, me: string): string {
  if (code === "EROFS") return "its file system is read-only. Remount it as writable";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full. Free space";
  if (code === "ENOTDIR" || code === "EEXIST") return "part of that path is a file instead of a folder. Move the file";
  if (code === "EACCES" || code === "EPERM") return `user ${me} may not write there. Start Sightline as another user`;
  return `its file system doesn't support this (${code}). Use a folder on a local disk`;
}

/**
 * Checks that this process can write to the data folder.
 * @throws Error with a one-line message if the user lacks permissions, or the file system is read-only.
 */
export async function assertWritable(dataDir: string): Promise<void> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(async (error) => {
    if (error.code === "EROFS") {
      throw new Error(
        `The data folder ${dataDir} is on a read-only file system. Remount it as writable, or ${ANOTHER}.`,
      );
    }
    const [owner, me] = await Promise.all([describeUser((await stat(dataDir)).uid), nameStarter()]);
    throw new Error(
      `The data folder ${dataDir} belongs to user ${owner}, and user ${me} may not write to it. Start Sightline as ${owner}, or ${ANOTHER}.`,
    );
  });
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/**
 * Checks that the disk has space for a new database.
 * @throws Error with a one-line message if it doesn't.
 */
export async function assertRoom(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free >= ROOM_FOR_NEW_DATABASE) return;
  const [needed, left] = [ROOM_FOR_NEW_DATABASE, free].map((bytes) => Math.floor(bytes / 1024 / 1024));
  throw new Error(
    `The disk of the data folder ${dataDir} is full: a new database needs ${needed} MB, and ${left} MB are free. Free space, or ${ANOTHER}.`,
  );
}

/**
 * Returns the error to show instead of PostgreSQL's own if the database's disk is full. Returns null if it isn't
 * full.
 */
export async function explainFullDisk(dataDir: string): Promise<Error | null> {
  const folders = [dataDir, `${dataDir}/postgres`];
  const free = await Promise.all(folders.map((folder) => freeBytes(folder).catch(() => FULL_BELOW)));
  if (Math.min(...free) >= FULL_BELOW) return null;
  return new Error(`The disk of the data folder ${dataDir} is full. Free space, or ${ANOTHER}.`);
}
