import type { Stats } from "node:fs";
import { chmod, mkdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { platform } from "node:process";
import { AuthError } from "../../errors.ts";

/** Windows has access lists instead of modes; files below the user's profile are private there by inheritance. */
const hasModes = platform !== "win32";

const mostLinks = 40;

/** Code of a system error. */
export function systemCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * Where the file behind `path` really is, also if it does not exist yet: replacing the file then keeps a symbolic link
 * that leads to it. Makes missing folders, for the owner only.
 */
export async function locate(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(ignore("ENOENT"));
  if (real !== undefined) return real;
  const target = await readlink(path).catch(ignore("ENOENT", "EINVAL"));
  if (target !== undefined && links < mostLinks) return locate(resolve(dirname(path), target), links + 1);
  return join(await makeFolder(dirname(path)), basename(path));
}

async function makeFolder(folder: string): Promise<string> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  // The mode given to mkdir is narrowed by the umask, which may take away the owner's own rights.
  if (first !== undefined && hasModes) await chmod(folder, 0o700);
  const { mode } = await stat(folder);
  if (hasModes && (mode & 0o002) !== 0 && (mode & 0o1000) === 0) {
    throw new AuthError("insecure_permissions", `everybody may replace files in ${folder}; run: chmod o-w '${folder}'`);
  }
  return realpath(folder);
}

/** Throws `insecure_permissions` if others than the owner have any right to the file. */
export function assertPrivate(path: string, stats: Stats): void {
  const { mode } = stats;
  if (!hasModes || !stats.isFile() || (mode & 0o077) === 0) return;
  const found = (mode & 0o777).toString(8).padStart(3, "0");
  throw new AuthError(
    "insecure_permissions",
    `${path} has mode ${found}, so others may get at the token; run: chmod 600 '${path}'`,
  );
}

/** For `.catch`: turns errors with these codes into `undefined`. */
export function ignore(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(String(systemCode(error)))) throw error;
    return undefined;
  };
}
