import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How `pg` reaches the server. */
export type PostgresAddress =
  | { readonly host: string; readonly user: string; readonly database: string }
  | { readonly connectionString: string };

/** A server that runs. */
export interface RunningPostgres {
  readonly address: PostgresAddress;
  stop(): Promise<void>;
}

const debian = "/usr/lib/postgresql";

/** Where initdb and postgres are: on the PATH, or where Debian puts them. */
function findPrograms(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(":"), ...debianFolders()];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

function debianFolders(): string[] {
  if (!existsSync(debian)) return [];
  const versions = readdirSync(debian).filter((name) => /^\d+$/.test(name));
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, "bin"));
}

/** PostgreSQL refuses to run as root: then the user that Debian made for it. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Why the tests cannot run here, or `undefined`. */
export function whyNoPostgres(): string | undefined {
  if (process.env.TEST_DATABASE_URL || findPrograms() !== undefined) return undefined;
  return "PostgreSQL tests because there is no PostgreSQL server; install with: apt-get install postgresql";
}

/** The server that `TEST_DATABASE_URL` names, or a private one on a socket that only its user (and root) can reach. */
export async function startPostgres(): Promise<RunningPostgres> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { address: { connectionString: url }, stop: async () => undefined };
  const [programs = "", user] = [findPrograms(), serverUser()];
  const folder = mkdtempSync(join(tmpdir(), "fleet-postgres-"));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const as = { ...user, cwd: folder };
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "test", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
    { ...as, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`);
  const words = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off", "max_connections=100"];
  const child = spawn(join(programs, "postgres"), ["-D", data, ...words.flatMap((word) => ["-c", word])], {
    ...as,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.on("data", (chunk) => (text += String(chunk)));
  while (!text.includes("ready to accept connections")) {
    await Promise.race([once(child.stderr, "data"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error(`postgres did not start:\n${text}`);
  }
  return {
    address: { host: folder, user: "test", database: "postgres" },
    async stop() {
      const ended = once(child, "exit");
      // Waits until the last client has gone.
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
