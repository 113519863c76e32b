import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { operationsOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import { docsDir } from "@fleet-api/docs";
import type { Db } from "@fleet-api/server";
import { vi } from "vitest";

/** The samples that the site shows of an operation, from the build of the docs. */
interface OperationSamples {
  readonly id: string;
  readonly samples: readonly {
    readonly language: string;
    readonly syntax: "sh" | "ts";
    readonly code: string;
  }[];
}

export const docsSamples: readonly OperationSamples[] = JSON.parse(
  readFileSync(join(docsDir, "../samples.json"), "utf8"),
);

const documentedStatuses = new Map(
  operationsOf(readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"))).map(({ operation }) => [
    operation.operationId,
    Object.keys(operation.responses).map(Number),
  ]),
);

export const operationIds: readonly string[] = [...documentedStatuses.keys()];

/** The statuses that the contract has for a success of an operation. */
export function successStatuses(id: string): number[] {
  return documentedStatuses.get(id)?.filter((status) => status < 300) ?? [];
}

/** What the service answered: a status, and the code of a problem. */
export interface Answer {
  readonly status: number;
  readonly code: string | null;
}

const run = promisify(execFile);

/** Whether an operation responds with a stream, which has no end. */
export function isStream(id: string): boolean {
  return Object.values<OperationRow>(operations).some((row) => row.id === id && row.stream === true);
}

/** Runs a command with curl in bash; `seconds` is how long it may read. */
export async function runShell(
  code: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  seconds = 60,
): Promise<Answer> {
  await mkdir(folder, { recursive: true });
  const body = join(folder, "body");
  // The command stays as it is on the page: what else the test needs to know is in the configuration of curl.
  await writeFile(
    join(folder, ".curlrc"),
    `silent\nshow-error\noutput = "${body}"\nwrite-out = "%{http_code}"\nmax-time = ${seconds}\n`,
  );
  const { stdout } = await run("bash", ["-c", code], { env: { ...process.env, CURL_HOME: folder, ...env } }).catch(
    // 28: the time was over while it read.
    (error: { readonly code?: unknown; readonly stdout: string }) => {
      if (error.code === 28) return error;
      throw error;
    },
  );
  return { status: Number(stdout), code: /"code":\s*"(\w+)"/.exec(await readFile(body, "utf8"))?.[1] ?? null };
}

/**
 * Runs a program in this process. The last response is the one that the program is about. A stream is cut off after its first event,
 * which `onStream` causes, and the service wants no further connection.
 */
export async function runProgram(
  code: string,
  file: string,
  env: Readonly<Record<string, string>>,
  onStream: () => unknown = () => {},
): Promise<Answer> {
  await writeFile(file, code);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const statuses: number[] = [];
  let cut = "";
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
    const [input] = args;
    const url = input instanceof Request ? input.url : String(input);
    if (url === cut) return new Response(null, { status: 204 });
    const response = await fetch(...args);
    statuses.push(response.status);
    if (response.headers.get("content-type") !== "text/event-stream" || response.body === null) return response;
    cut = url;
    void onStream();
    return new Response(untilEvent(response.body), response);
  });
  const printed = vi.spyOn(console, "log").mockReturnValue();
  const refused = vi.spyOn(console, "error").mockReturnValue();
  try {
    await import(/* @vite-ignore */ file);
    const status = statuses.at(-1) ?? 0;
    const [problem] = refused.mock.calls;
    if (problem !== undefined) return { status, code: String(problem[1]) };
    if (printed.mock.calls.length === 0) throw new Error("The program printed nothing.");
    return { status, code: null };
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}

/** A stream of events up to its first one. */
function untilEvent(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  let text = "";
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        controller.enqueue(chunk);
        text += decoder.decode(chunk, { stream: true });
        if (/^data:.*\n\n/m.test(text)) controller.terminate();
      },
    }),
  );
}

interface Table {
  readonly name: string;
  readonly columns: string;
}

const TABLES = `
  select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
  from information_schema.tables join information_schema.columns using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
  group by table_name`;

/** Keeps all rows as they are now. The function puts them back: the sessions of this moment, too. */
export async function keepData(db: Db): Promise<() => Promise<void>> {
  const tables = await db.query<Table & Record<string, unknown>>(TABLES);
  await db.query("create schema kept");
  for (const { name } of tables) await db.query(`create table kept.${name} as table public.${name}`);
  return () =>
    db.transaction(async (tx) => {
      // Neither triggers nor foreign keys: all tables get back what fitted together.
      await tx.query("set local session_replication_role = replica");
      for (const { name, columns } of tables) {
        await tx.query(`delete from public.${name}`);
        await tx.query(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        );
      }
    });
}
