import { randomBytes } from "node:crypto";
import {
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type Binaries, provideBinaries } from "./binaries";
import { assertRoom, assertWritable, createDataFolder } from "./folder";
import { spawnProgram } from "./process";
import { makeScratch, removeAbandonedScratches, removeScratch } from "./scratch";
import { canEnter, describeUser, findSystemUser, type SystemUser } from "./system-user";

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** The path of the password file, relative to the data folder. */
const PASSWORD_FILE = "secrets/postgres-password";

/** An initialized database folder, with everything needed to start its server. */
export interface Cluster {
  dataDir: string;
  /** The real path of the database folder, without symbolic links. */
  folder: string;
  password: string;
  account: SystemUser | undefined;
  binaries: Binaries;
  logFile: string;
  /** Whether writes are flushed to disk. False only in tests. */
  isDurable: boolean;
}

/**
 * Finds or creates the database folder `<dataDir>/postgres`, the password of its superuser `sightline`, and the
 * server programs. Concurrent calls and kills at any moment are safe.
 * @throws Error with a one-line message if the folder belongs to another user or isn't a database, or if initdb
 * fails.
 */
export async function prepareCluster(
  dataDir: string,
  report: (line: string) => void,
  isDurable = true,
): Promise<Cluster> {
  const account = await findSystemUser();
  const place = join(dataDir, "postgres");
  await createDataFolder(dataDir);
  const exists = await checkCluster(dataDir, place, account);
  if (!exists) await assertRoom(dataDir);
  await mkdir(join(dataDir, "secrets"), { recursive: true, mode: 0o700 });
  const password = await keepPassword(dataDir, exists);
  const binaries = await provideBinaries(dataDir, account, report);
  const logFile = join(dataDir, "postgres.log");
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > LOG_LIMIT_BYTES) await truncate(logFile);
  const cluster = { dataDir, folder: place, password, account, binaries, logFile, isDurable };
  await removeAbandonedScratches(dataDir, "postgres");
  if (!exists) await makeCluster(cluster, report);
  return { ...cluster, folder: await realpath(place) };
}

async function checkCluster(dataDir: string, place: string, account: SystemUser | undefined): Promise<boolean> {
  const otherFolder = "or set DATA_DIR to another folder.";
  const uid = account?.uid ?? process.getuid?.();
  const me = account?.name ?? (uid === undefined ? "you" : await describeUser(uid));
  const here = await lstat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`User ${me} cannot reach ${place} (${error.code}). Start Sightline as its owner, ${otherFolder}`);
  });
  if (here) {
    const there = await stat(place).catch((error: NodeJS.ErrnoException) => {
      throw new Error(
        `${place} is a link to a database folder that can't be opened (${error.code}). Restore that folder, ${otherFolder}`,
      );
    });
    if (uid !== undefined && there.uid !== uid) {
      const [owner, starter] = await Promise.all([describeUser(there.uid), describeUser((await stat(dataDir)).uid)]);
      const made = owner === "nobody" && starter !== owner ? ` (created when ${starter} started Sightline)` : "";
      throw new Error(
        `The database in ${place} belongs to user ${owner}${made}, but PostgreSQL would now run as user ${me}. Start Sightline as the user that created the database, ${otherFolder}`,
      );
    }
    const files = await readdir(place);
    if (files.length > 0 && !files.includes("PG_VERSION")) {
      throw new Error(`${place} contains files but no PostgreSQL database. Move it to another place, ${otherFolder}`);
    }
    if (account && !(await canEnter(place, account))) {
      throw new Error(
        `PostgreSQL has to run as user ${me}, which has no access to a parent folder of ${await realpath(place)}. Give that user access to it, ${otherFolder}`,
      );
    }
    if (files.length > 0) await assertWritable(dataDir);
    return files.length > 0;
  }
  await assertWritable(dataDir);
  return false;
}

/** Returns the database password that a data folder contains, or an empty string if there is none. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, PASSWORD_FILE), "utf8").catch(() => "")).trim();
}

async function keepPassword(dataDir: string, clusterExists: boolean): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  const read = () => readPassword(dataDir);
  const kept = await read();
  if (kept) return kept;
  if (clusterExists) {
    throw new Error(`The password of the database is missing: restore ${file}, or set DATA_DIR to another folder.`);
  }
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(fresh, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  // Concurrent first starts must agree on one password. Only one of them can create the link, and the linked file
  // is complete.
  await link(fresh, file).catch(() => undefined);
  const agreed = await read();
  if (!agreed) await rename(fresh, file);
  await rm(fresh, { force: true });
  return agreed || read();
}

async function makeCluster(cluster: Cluster, report: (line: string) => void): Promise<void> {
  const { account, dataDir, folder: place } = cluster;
  const elsewhere = account !== undefined && !(await canEnter(dataDir, account));
  const scratch = await makeScratch(dataDir, "postgres", elsewhere);
  try {
    const home = elsewhere ? await readlink(scratch) : scratch;
    report(
      elsewhere
        ? `Creating the database in ${home} and linking ${place} to it, because PostgreSQL runs as user ${account.name}, which has no access to ${dataDir}.`
        : `Creating the database in ${place}.`,
    );
    const made = join(home, "cluster");
    await runInitdb(cluster, made, join(home, "password"));
    if (elsewhere) await symlink(made, place).catch(ignoreOtherWinner);
    else await rename(made, place).catch(ignoreOtherWinner);
    await syncFolder(dataDir);
  } finally {
    await removeScratch(scratch).catch(() => undefined);
  }
}

async function runInitdb(
  { account, binaries, logFile, password, isDurable }: Cluster,
  folder: string,
  passwordFile: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const args = [
    `--pgdata=${folder}`,
    "--username=sightline",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(isDurable ? [] : ["--no-sync"]),
  ];
  const child = await spawnProgram(binaries.initdb, args, { logFile, account, detached: false });
  const how = await child.ended;
  await rm(passwordFile, { force: true });
  if (how !== "exit code 0") {
    throw new Error(
      `The database could not be created: ${how} (see ${logFile}). Fix that, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function ignoreOtherWinner(error: NodeJS.ErrnoException): void {
  const lost = ["EEXIST", "ENOTEMPTY", "ENOTDIR", "EPERM"].includes(error.code ?? "");
  if (!lost) throw error;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
