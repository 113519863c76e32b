import { rotatingServer, seeded } from "@fleet-api/auth/testing";
import { type Column, table, type Table } from "../report.ts";
import { axiosAuthRefresh, axiosAuthRefreshApart } from "./peers.ts";
import type { AuthContender, Connected } from "./peers.ts";
import { googleAuthLibrary } from "./peers.ts";
import { oursBound, oursMiddleware } from "./peers.ts";
import { plainMiddleware } from "./peers.ts";

const calls = 100;
/** A request has three legs; each takes up to this many milliseconds. */
const longestLegMs = 67;
/** A contender that never answers must not hang the bench. */
const patienceMs = 5_000;

interface Storm {
  readonly name: string;
  readonly succeeded: readonly number[];
  readonly logins: readonly number[];
  readonly requests: readonly number[];
}

/** 100 calls at once with a token that has just become invalid, over loopback. */
export async function storms(seeds: number): Promise<Table> {
  const contenders = [
    oursBound,
    oursMiddleware,
    axiosAuthRefresh,
    axiosAuthRefreshApart,
    googleAuthLibrary,
    plainMiddleware,
  ];
  const rows: Storm[] = [];
  for (const contender of contenders) {
    const runs = [];
    for (let seed = 1; seed <= seeds; seed++) runs.push(await storm(contender, seed));
    rows.push({
      name: contender.name,
      succeeded: runs.map(({ succeeded }) => succeeded),
      logins: runs.map(({ logins }) => logins),
      requests: runs.map(({ requests }) => requests),
    });
  }
  return report(rows, seeds);
}

async function storm({ connect }: AuthContender, seed: number) {
  const random = seeded(seed);
  const server = rotatingServer({
    firstToken: "T0",
    // Only logins give tokens here: rotation has a table of its own.
    policy: "stale-only",
    rotateAfterMs: Infinity,
    scheduler: { now: () => performance.now(), at: (delay, run) => void setTimeout(run, delay) },
    delay: () => random() * longestLegMs,
  });
  server.expire();
  const loopback = await server.listen();
  try {
    const connected = connect({
      baseUrl: loopback.baseUrl,
      fetch: (input, init) => fetch(input, init),
      token: "T0",
      now: () => performance.now(),
    });
    const succeeded = await countExact(connected);
    return { succeeded, logins: server.logins(), requests: server.requests.length };
  } finally {
    await loopback.close();
  }
}

/** How many of the calls are answered with exactly what was sent. Every third one has a body. */
async function countExact({ echo }: Connected): Promise<number> {
  let exact = 0;
  const answers = Array.from({ length: calls }, async (_, index) => {
    const text = index % 3 === 0 ? `body of call ${index}` : undefined;
    if ((await echo(text)) === (text ?? "")) exact++;
  });
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
  await Promise.race([Promise.allSettled(answers), patience]);
  return exact;
}

function report(rows: readonly Storm[], seeds: number): Table {
  const columns: Column<Storm>[] = [
    { title: "client", text: ({ name }) => name, left: true },
    { title: `succeeded of ${calls}`, text: ({ succeeded }) => range(succeeded) },
    { title: "logins", text: ({ logins }) => range(logins) },
    { title: "requests", text: ({ requests }) => range(requests) },
  ];
  return table(`Auth: ${calls} calls at once, all answered with 401`, columns, rows, [
    `${seeds} runs on loopback, 0 to ${3 * longestLegMs} ms per request; least and most of the runs`,
    "succeeded: answered with 200 and, for the third of them that are posts, with exactly the body that was sent",
    `the fewest possible: 1 login, and ${2 * calls + 1} requests`,
  ]);
}

function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least}-${most}`;
}
