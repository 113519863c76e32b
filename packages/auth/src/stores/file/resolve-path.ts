import type { Stats } from "node:fs";
import { chmod, lstat, mkdir, readlink, stat } from "node:fs/promises";
import { dirname, join, parse, sep } from "node:path";
import { AuthError } from "../../errors.ts";
import { currentUser, ignore, quoted } from "./private-file.ts";

const root = 0;
const maxLinks = 40;

/**
 * Where the file behind an absolute path really is, also if it does not exist yet: replacing that file keeps a symbolic
 * link that leads to it. Follows the links one by one, as the kernel does, because `realpath` would also follow those
 * that somebody else put into a shared folder to have this process overwrite a file of its own user.
 * Throws `insecure_permissions` for such a link.
 */
export async function resolvePath(path: string): Promise<string> {
  let current = parse(path).root;
  const rest = namesIn(path.slice(current.length));
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "..") {
      current = dirname(current);
      continue;
    }
    const next = join(current, name);
    const stats = await lstat(next).catch(ignore("ENOENT"));
    if (stats === undefined) return join(next, ...rest);
    if (!stats.isSymbolicLink()) {
      current = next;
      continue;
    }
    if (++links > maxLinks) throw new AuthError("store_unavailable", `${path} leads through too many symbolic links`);
    await assertLinkTrusted(next, stats, rest.length === 0);
    const target = await readlink(next);
    const { root: start } = parse(target);
    if (start !== "") current = start;
    rest.unshift(...namesIn(target.slice(start.length)));
  }
  return current;
}

function namesIn(path: string): string[] {
  const names = sep === "/" ? path.split("/") : path.split(/[\\/]/);
  return names.filter((name) => name !== "" && name !== ".");
}

/**
 * Links of this user and of root are trusted. A link to a folder may also belong to the owner of the folder that it is
 * in, as in deployments (`current -> releases/42`); Linux has the same rule for sticky folders (fs.protected_symlinks).
 */
async function assertLinkTrusted(link: string, { uid }: Stats, isLast: boolean): Promise<void> {
  const user = currentUser();
  if (user === undefined || uid === user || uid === root) return;
  if (!isLast && (await lstat(dirname(link))).uid === uid) return;
  throw new AuthError(
    "insecure_permissions",
    `${link} is a symbolic link of user ${uid}, who could make it lead to any file; use another path`,
  );
}

/** Makes the folder if it is missing, for its owner only, and checks it as {@link assertFolder} does. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  // The mode given to mkdir is narrowed by the umask, which may take away the owner's own rights.
  if (first !== undefined && currentUser() !== undefined) await chmod(folder, 0o700);
  await assertFolder(folder);
}

/**
 * Throws `insecure_permissions` if another user may make or replace files in a folder. Its owner may, so that must be
 * this user or root; so may all who can write to it. The folders above are not checked: a user who replaces one of them
 * would have to put a folder of this user or of root in its place, with a file of this user in it. A missing folder
 * passes, and so does a sticky one, such as /tmp, in which users replace only their own files.
 */
export async function assertFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(ignore("ENOENT"));
  const user = currentUser();
  if (stats === undefined || user === undefined) return;
  const { uid, gid, mode } = stats;
  const refuse = (who: string, remedy: string): never => {
    throw new AuthError("insecure_permissions", `${who} may replace files in ${folder}; ${remedy}`);
  };
  if (uid !== user && uid !== root) {
    refuse(`user ${uid}, who owns it,`, "use a folder of your own; one that is missing is created");
  }
  const isSticky = (mode & 0o1000) !== 0;
  if (isSticky) return;
  if ((mode & 0o002) !== 0) refuse("everybody", `run: chmod o-w ${quoted(folder)}`);
  if ((mode & 0o020) !== 0 && !isPrivateGroup(gid, user)) refuse(`group ${gid}`, `run: chmod g-w ${quoted(folder)}`);
}

/**
 * Many systems give each user a group of their own with the same number, and a umask of 002: there, folders that their
 * group may write to are the rule, and nobody else is in that group.
 */
function isPrivateGroup(gid: number, user: number): boolean {
  return gid === user;
}
