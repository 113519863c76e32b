import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How `pg` reaches the server. */
export type PostgresAddress = SocketAddress | { readonly connectionString: string };

/** A server on a socket in the folder `host`. */
export interface SocketAddress {
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly database: string;
}

/** A server that runs. */
export interface RunningPostgres {
  readonly address: PostgresAddress;
  stop(): Promise<void>;
}

/** Certificate of a server and its key, as PEM. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A server that belongs to one test. */
export interface PrivatePostgres extends RunningPostgres {
  readonly address: SocketAddress;
  /** The same as a URL. */
  readonly url: string;
  /** Ends it at once. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same data. */
  restart(): Promise<void>;
}

/** Of the user of a private server, where it asks for one: not on its socket. */
export const testPassword = "kept-out-of-every-message";

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
  return process.env.TEST_DATABASE_URL ? undefined : whyNoPrivatePostgres();
}

/** Why tests that need a server of their own cannot run here, or `undefined`. */
export function whyNoPrivatePostgres(): string | undefined {
  if (findPrograms() !== undefined) return undefined;
  return "PostgreSQL tests because there is no PostgreSQL server; install with: apt-get install postgresql";
}

/** The server that `TEST_DATABASE_URL` names, or a private one on a socket that only its user (and root) can reach. */
export async function startPostgres(): Promise<RunningPostgres> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { address: { connectionString: url }, stop: async () => undefined } : startPrivatePostgres();
}

/** A private server, which can be crashed. With `tls`, 127.0.0.1 has it as well, at the port of its address. */
export async function startPrivatePostgres(tls?: TlsFiles): Promise<PrivatePostgres> {
  const [programs = "", user] = [findPrograms(), serverUser()];
  const folder = mkdtempSync(join(tmpdir(), "fleet-postgres-"));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder };
  const auth = ["--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile=password"];
  writeFileSync(join(folder, "password"), testPassword);
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", join(folder, "data"), "-U", "test", ...auth, "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"],
    { ...as, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`);
  // Below the ports that systems give to clients.
  const port = tls && randomInt(20_000, 32_000);
  const words = port ? ["listen_addresses=127.0.0.1", `port=${port}`] : ["listen_addresses="];
  if (tls) useTls(folder, tls, user);
  let child = await launch(programs, as, words);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    address: { host: folder, ...(port && { port }), user: "test", database: "postgres" },
    url: `postgres://test@localhost/postgres?host=${encodeURIComponent(folder)}`,
    crash: () => end("SIGKILL"),
    restart: async () => {
      child = await launch(programs, as, words);
    },
    async stop() {
      // Waits until the last client has gone.
      if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}

/** The server refuses a key that others may read, and one that is not its own. */
function useTls(folder: string, { certificate, key }: TlsFiles, user: ReturnType<typeof serverUser>): void {
  const data = join(folder, "data");
  for (const [name, pem] of [
    ["server.crt", certificate],
    ["server.key", key],
  ] as const) {
    writeFileSync(join(data, name), pem, { mode: 0o600 });
    if (user) chownSync(join(data, name), user.uid, user.gid);
  }
  // In the file, where `alter system` can replace it.
  appendFileSync(join(data, "postgresql.conf"), "ssl = on\n");
}

const attempts = 100;

/** Starts the server in its folder. After a crash, its processes hold the data for a moment longer. */
async function launch(
  programs: string,
  as: { readonly cwd: string; readonly uid?: number; readonly gid?: number },
  settings: readonly string[],
): Promise<ChildProcess> {
  const words = [...settings, `unix_socket_directories=${as.cwd}`, "fsync=off", "max_connections=100"];
  for (let attempt = 1; ; attempt += 1) {
    const child = spawn(
      join(programs, "postgres"),
      ["-D", join(as.cwd, "data"), ...words.flatMap((word) => ["-c", word])],
      { ...as, stdio: ["ignore", "ignore", "pipe"] },
    );
    let text = "";
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.stderr.on("data", (chunk) => {
        text += String(chunk);
        if (text.includes("ready to accept connections")) resolve();
      });
    });
    if (child.exitCode === null) return child;
    const held = text.includes("still in use") || text.includes("lock file");
    if (!held || attempt === attempts) throw new Error(`postgres did not start:\n${text}`);
    await delay(50);
  }
}
