import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PostgresAddress } from "@fleet-api-tools/test-postgres";
import { type Db, demoLogins } from "@fleet-api/server";

/** CPU time of a child process since its start, in microseconds. */
export interface CpuTime {
  /** All threads. */
  readonly process: number;
  /** The main thread, which runs the JavaScript of the requests. */
  readonly main: number;
  /** The processes of the database server that work for it; 0 for an embedded database. */
  readonly backends: number;
}

/** What was used between two looks at the clock. */
export function cpuBetween(before: CpuTime, after: CpuTime): CpuTime {
  return {
    process: after.process - before.process,
    main: after.main - before.main,
    backends: after.backends - before.backends,
  };
}

/** Memory of a child process after a collection, in bytes. */
export interface Memory {
  readonly resident: number;
  /** What the main thread can reach, buffers included. */
  readonly reachable: number;
}

/** A recorded answer, to be given again byte by byte. */
export interface FixedAnswer {
  readonly status: number;
  /** Name, value, name, value: without those that Node adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Parameters of a statement; dates are sent as strings. */
export type SqlParams = NonNullable<Parameters<Db["query"]>[1]>;

/** What the parent asks of a child. */
export type Ask =
  | { readonly ask: "cpu" }
  | { readonly ask: "memory" }
  | { readonly ask: "query"; readonly sql: string; readonly params: SqlParams }
  | { readonly ask: "measure"; readonly sql: string; readonly runs: readonly SqlParams[] }
  | { readonly ask: "close" }
  | { readonly ask: "answer"; readonly answer: FixedAnswer };

/** What a child tells: where it listens, once, and then one reply per question. */
export type Tell =
  | { readonly tell: "ready"; readonly baseUrl: string }
  | { readonly tell: "cpu"; readonly cpu: CpuTime }
  | { readonly tell: "memory"; readonly memory: Memory }
  | { readonly tell: "rows"; readonly rows: readonly object[] }
  | { readonly tell: "measured"; readonly cpu: CpuTime; readonly seconds: number }
  | { readonly tell: "failed"; readonly message: string }
  | { readonly tell: "done" };

/** A server under test, in a process of its own so that its CPU time can be told from that of the load. */
export interface Child {
  readonly baseUrl: string;
  cpu(): Promise<CpuTime>;
  memory(): Promise<Memory>;
  /** Runs a statement as the owner of the database. The caller names the row type; it must fit the SQL. */
  query<Row extends object>(sql: string, params?: SqlParams): Promise<readonly Row[]>;
  /** Runs a statement as the owner of the database, once for each list of parameters, and measures that. */
  measure(sql: string, runs: readonly SqlParams[]): Promise<{ readonly cpu: CpuTime; readonly seconds: number }>;
  answerWith(answer: FixedAnswer): Promise<void>;
  close(): Promise<void>;
}

/** A script that serves its parent, from this folder. */
type ChildScript = "fleet-child.ts" | "raw-child.ts";

/** Starts a child script. Rejects when it ends before it listens. */
export async function startChild(script: ChildScript, environment: Record<string, string> = {}): Promise<Child> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: ["--expose-gc"],
    env: { ...process.env, ...environment },
  });
  const first = await heard<Tell>(child);
  if (first.tell !== "ready") throw new Error(`${script} did not say where it listens`);
  return {
    baseUrl: first.baseUrl,
    async cpu() {
      const reply = await question(child, { ask: "cpu" });
      if (reply.tell !== "cpu") throw new Error(`${script} did not tell its CPU time`);
      return reply.cpu;
    },
    async memory() {
      const reply = await question(child, { ask: "memory" });
      if (reply.tell !== "memory") throw new Error(`${script} did not tell its memory`);
      return reply.memory;
    },
    async query<Row extends object>(sql: string, params: SqlParams = []) {
      const reply = await question(child, { ask: "query", sql, params });
      if (reply.tell !== "rows") throw new Error(`${script} did not tell rows`);
      return reply.rows as readonly Row[];
    },
    async measure(sql, runs) {
      const reply = await question(child, { ask: "measure", sql, runs });
      if (reply.tell !== "measured") throw new Error(`${script} did not measure`);
      return reply;
    },
    async answerWith(answer) {
      await question(child, { ask: "answer", answer });
    },
    async close() {
      const gone = once(child, "exit");
      if (child.connected) child.send({ ask: "close" } satisfies Ask);
      await gone;
    },
  };
}

async function question(child: ChildProcess, ask: Ask): Promise<Tell> {
  const reply = heard<Tell>(child);
  child.send(ask);
  const told = await reply;
  if (told.tell === "failed") throw new Error(told.message);
  return told;
}

/** The next message of a child process; the caller names its type. Rejects when the process ends before. */
export function heard<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a child process ended with status ${code}`));
    child.once("exit", onExit);
    child.once("message", (message: Message) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

/** The address as `DATABASE_URL` has it. */
export function databaseUrl(address: PostgresAddress): string {
  if ("connectionString" in address) return address.connectionString;
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`;
}

/** Logs in to a server with the demo fleet; returns the access token with its scheme. */
export async function demoToken(baseUrl: string, user = demoLogins[0]?.username): Promise<string> {
  return logIn(baseUrl, demoLogins.find((login) => login.username === user) ?? { username: "", password: "" });
}

/** Logs in; returns the access token with its scheme. */
export async function logIn(
  baseUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const token = response.headers.get("authorization");
  if (token === null) throw new Error(`the login of ${username} answered ${response.status} without a token`);
  return token;
}
