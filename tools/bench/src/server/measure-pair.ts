import { median, quantile } from "../race.ts";
import type { Child, FixedAnswer } from "./child.ts";
import { load, type LoadLimits } from "./load.ts";

/** One request that both servers answer. */
export interface ServerCase {
  readonly title: string;
  /** Path and query below the base URL. */
  readonly target: string;
  /** Access token with its scheme; undefined for a public operation. */
  readonly authorization: string | undefined;
}

/** How one server did. */
export interface ServerResult {
  readonly case: string;
  readonly server: string;
  /** CPU time per request in microseconds, all threads of the server process. */
  readonly micros: number;
  /** Of that, the main thread. */
  readonly mainMicros: number;
  /** CPU time per request of the database server's processes. */
  readonly backendMicros: number;
  /** CPU time over that of the raw server in the same round, median. */
  readonly cpuRatio: number;
  /** The same with the database server's processes. */
  readonly wholeRatio: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bodyBytes: number;
}

interface Turn {
  readonly micros: number;
  readonly mainMicros: number;
  readonly backendMicros: number;
  readonly requestsPerSecond: number;
  readonly latencies: readonly number[];
}

/** How long and how hard the two are loaded. */
export interface PairLoad extends LoadLimits {
  /** Turns of each server, after one that does not count. */
  readonly rounds: number;
}

/** Loads the raw server and ours in turns with the same request. */
export async function measurePair(
  raw: Child,
  ours: Child & { readonly title: string },
  serverCase: ServerCase,
  { rounds, ...limits }: PairLoad,
): Promise<ServerResult[]> {
  const { title, target, authorization } = serverCase;
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const answer = await recordAnswer(ours.baseUrl + target, headers);
  await raw.answerWith(answer);
  expectSame(answer, await recordAnswer(raw.baseUrl + target, headers));

  const servers = [
    { name: "raw node:http", child: raw, turns: new Array<Turn>() },
    { name: ours.title, child: ours, turns: new Array<Turn>() },
  ];
  for (let round = -1; round < rounds; round++) {
    for (const { child, turns } of servers) {
      const turn = await takeTurn(child, target, headers, limits);
      if (round >= 0) turns.push(turn);
    }
  }
  const rawTurns = servers[0]?.turns ?? [];
  return servers.map(({ name, turns }) => ({
    case: title,
    server: name,
    ...summary(turns),
    cpuRatio: median(turns.map(({ micros }, index) => micros / (rawTurns[index]?.micros ?? Number.NaN))),
    wholeRatio: median(
      turns.map(
        ({ micros, backendMicros }, index) => (micros + backendMicros) / (rawTurns[index]?.micros ?? Number.NaN),
      ),
    ),
    bodyBytes: Buffer.byteLength(answer.body),
  }));
}

function summary(turns: readonly Turn[]) {
  const latencies = turns.flatMap((turn) => turn.latencies);
  return {
    micros: median(turns.map(({ micros }) => micros)),
    mainMicros: median(turns.map(({ mainMicros }) => mainMicros)),
    backendMicros: median(turns.map(({ backendMicros }) => backendMicros)),
    requestsPerSecond: median(turns.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

async function takeTurn(
  child: Child,
  target: string,
  headers: Record<string, string>,
  limits: LoadLimits,
): Promise<Turn> {
  const { port, pathname } = new URL(child.baseUrl);
  const fields = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = [`GET ${pathname}${target} HTTP/1.1`, ...fields, "", ""].join("\r\n");
  const before = await child.cpu();
  const { requests, seconds, latencies } = await load(Number(port), request, limits);
  const after = await child.cpu();
  return {
    micros: (after.process - before.process) / requests,
    mainMicros: (after.main - before.main) / requests,
    backendMicros: (after.backends - before.backends) / requests,
    requestsPerSecond: requests / seconds,
    latencies,
  };
}

/** Headers that every Node server adds by itself. */
const automatic = ["connection", "date", "keep-alive", "content-length"];

/** Takes down the answer to one request, for the raw server to repeat. */
export async function recordAnswer(url: string, headers: Record<string, string>): Promise<FixedAnswer> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const body = await response.text();
  const kept = [...response.headers].filter(([name]) => !automatic.includes(name));
  return {
    status: response.status,
    headers: [...kept.flat(), "content-length", String(Buffer.byteLength(body))],
    body,
  };
}

/** Throws when two answers differ in more than the id of the request. */
export function expectSame(ours: FixedAnswer, raw: FixedAnswer): void {
  const names = (answer: FixedAnswer): string => answer.headers.filter((_text, index) => index % 2 === 0).join();
  if (ours.body !== raw.body || names(ours) !== names(raw)) {
    throw new Error("the raw server does not give the answer of the reference server");
  }
}
