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
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  /** Ends it in order, and with it all connections. */
  shutDown(): Promise<void>;
  /** Starts it again, on the same data. */
  restart(): Promise<void>;
  /** Lets all its processes hang: it keeps its connections, takes new ones and says nothing. */
  pause(): void;
  /** Ends that. */
  resume(): void;
  /** A new server that follows this one and refuses changes. */
  startStandby(): Promise<Standby>;
}

/** A server that follows another one. */
export interface Standby extends PrivatePostgres {
  /** Makes it a server of its own, which takes changes. */
  promote(): void;
}

/** What a private server is started with. */
export interface PrivateOptions {
  /** Whether 127.0.0.1 has it as well, at the port of its address, where it asks for the password. @default false */
  readonly tcp?: boolean;
  /** Then TCP connections may be encrypted. */
  readonly tls?: TlsFiles;
  /** Settings by name, such as `max_connections`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** An empty folder for its tables, such as a small file system; its log stays elsewhere. @default with the log */
  readonly dataFolder?: string;
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

/** A private server, which can be crashed. */
export async function startPrivatePostgres(options: PrivateOptions = {}): Promise<PrivatePostgres> {
  const { tcp = false, tls, settings, dataFolder } = options;
  const place = makePlace(dataFolder);
  const { user, folder } = place;
  const auth = ["--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile=password"];
  const log = dataFolder === undefined ? [] : [`--waldir=${join(folder, "wal")}`];
  writeFileSync(join(folder, "password"), testPassword);
  runProgram(place, "initdb", [
    `--pgdata=${place.data}`,
    "--username=test",
    "--no-sync",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    ...auth,
    ...log,
  ]);
  // Below the ports that systems give to clients.
  const port = tcp && randomInt(20_000, 32_000);
  if (tls) useTls(place.data, tls, user);
  return serve(place, { ...settings, listen_addresses: port ? "127.0.0.1" : "", ...(port && { port: String(port) }) });
}

/** Where a server and its programs are. */
interface Place {
  readonly programs: string;
  readonly user: ReturnType<typeof serverUser>;
  /** Has the socket, and is removed with the server. */
  readonly folder: string;
  readonly data: string;
}

function makePlace(dataFolder?: string): Place {
  const [programs = "", user] = [findPrograms(), serverUser()];
  const folder = mkdtempSync(join(tmpdir(), "fleet-postgres-"));
  for (const path of [folder, ...(dataFolder === undefined ? [] : [dataFolder])]) {
    chmodSync(path, 0o700);
    if (user) chownSync(path, user.uid, user.gid);
  }
  // Beside these two lie the others; on the PATH they may be links.
  return {
    programs: dirname(realpathSync(join(programs, "postgres"))),
    user,
    folder,
    data: dataFolder ?? join(folder, "data"),
  };
}

function runProgram({ programs, user, folder }: Place, name: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(join(programs, name), words, { ...user, cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} failed:\n${stdout}${stderr}`);
}

/** Starts the server whose data have been made. */
async function serve(place: Place, settings: Readonly<Record<string, string>>): Promise<PrivatePostgres> {
  const { folder } = place;
  const port = settings["port"];
  let child = await launch(place, settings);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    address: { host: folder, ...(port && { port: Number(port) }), user: "test", database: "postgres" },
    url: `postgres://test@localhost/postgres?host=${encodeURIComponent(folder)}`,
    crash: () => end("SIGKILL"),
    shutDown: () => end("SIGINT"),
    restart: async () => {
      child = await launch(place, settings);
    },
    // While the parent hangs, its children do not change.
    pause: () => {
      child.kill("SIGSTOP");
      for (const pid of childrenOf(child)) process.kill(pid, "SIGSTOP");
    },
    resume: () => {
      for (const pid of childrenOf(child)) process.kill(pid, "SIGCONT");
      child.kill("SIGCONT");
    },
    startStandby: () => startStandby(folder),
    async stop() {
      // Waits until the last client has gone.
      if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}

function childrenOf({ pid }: ChildProcess): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

async function startStandby(primary: string): Promise<Standby> {
  const place = makePlace();
  runProgram(place, "pg_basebackup", [
    "-h",
    primary,
    "-U",
    "test",
    "-D",
    place.data,
    "-R",
    "--checkpoint=fast",
    "--no-sync",
  ]);
  const standby = await serve(place, { listen_addresses: "" });
  return { ...standby, promote: () => runProgram(place, "pg_ctl", ["promote", "-D", place.data]) };
}

/** The server refuses a key that others may read, and one that is not its own. */
function useTls(data: string, { certificate, key }: TlsFiles, user: Place["user"]): void {
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
async function launch(place: Place, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const { programs, user, folder, data } = place;
  const all = { max_connections: "100", ...settings, unix_socket_directories: folder, fsync: "off" };
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const child = spawn(join(programs, "postgres"), ["-D", data, ...words], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let text = "";
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.stderr.on("data", (chunk) => {
        text += String(chunk);
        // A standby takes connections before it is at the end of the log.
        if (/ready to accept (?:read-only )?connections/.test(text)) resolve();
      });
    });
    if (child.exitCode === null) return child;
    const held = text.includes("still in use") || text.includes("lock file");
    if (!held || attempt === attempts) throw new Error(`postgres did not start:\n${text}`);
    await delay(50);
  }
}
