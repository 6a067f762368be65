import { access, constants, mkdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { describeUser } from "./system-user";

/** A new cluster takes 40 MB, its write-ahead log 32 MB and the demo 60 MB. */
const ROOM_FOR_NEW_DATABASE = 256 * 1024 * 1024;
/** One segment of the write-ahead log: PostgreSQL stops if it can't add the next. */
const FULL_BELOW = 16 * 1024 * 1024;

const ANOTHER = "set DATA_DIR to another folder";

/**
 * Creates the folder and its parents. Node's own `recursive` never ends below `/proc`, and reports a read-only disk as
 * ENOENT.
 */
async function makeFolders(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** @throws Error with a one-line message if the data folder can't be created. */
export async function createDataFolder(dataDir: string): Promise<void> {
  await makeFolders(dataDir).catch(async (error: NodeJS.ErrnoException) => {
    const reason = reasonOf(error.code, await nameStarter());
    throw new Error(`The data folder ${dataDir} can't be created: ${reason}, or ${ANOTHER}.`);
  });
}

// This process's user. PostgreSQL may have to run as another.
async function nameStarter(): Promise<string> {
  const uid = process.getuid?.();
  return uid === undefined ? "you" : describeUser(uid);
}

function reasonOf(code: string | undefined, me: string): string {
  if (code === "EROFS") return "its file system is read-only. Mount it writable";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full. Free space";
  if (code === "ENOTDIR" || code === "EEXIST") return "a part of that path is a file. Move the file away";
  if (code === "EACCES" || code === "EPERM") return `user ${me} may not write there. Start Sightline as another user`;
  return `its file system doesn't allow it (${code}). Use a folder on a disk`;
}

/**
 * @throws Error with a one-line message if the user can't write to the data folder, or its file system is read-only.
 */
export async function assertWritable(dataDir: string): Promise<void> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(async (error) => {
    if (error.code === "EROFS") {
      throw new Error(`The data folder ${dataDir} is on a read-only file system. Mount it writable, or ${ANOTHER}.`);
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

/** @throws Error with a one-line message if a new database would fill the disk. */
export async function assertRoom(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free >= ROOM_FOR_NEW_DATABASE) return;
  const [needed, left] = [ROOM_FOR_NEW_DATABASE, free].map((bytes) => Math.floor(bytes / 1024 / 1024));
  throw new Error(
    `The disk of the data folder ${dataDir} is full: a new database needs ${needed} MB, and ${left} MB are free. Free space, or ${ANOTHER}.`,
  );
}

/** Returns the error to show instead of PostgreSQL's own if the database's disk is full, or null. */
export async function explainFullDisk(dataDir: string): Promise<Error | null> {
  const folders = [dataDir, `${dataDir}/postgres`];
  const free = await Promise.all(folders.map((folder) => freeBytes(folder).catch(() => FULL_BELOW)));
  if (Math.min(...free) >= FULL_BELOW) return null;
  return new Error(`The disk of the data folder ${dataDir} is full. Free space, or ${ANOTHER}.`);
}
