import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { hoursAgo, vacuum, withFleet } from "../monitoring/fleet.ts";
import { newestUnits, Traffic } from "../monitoring/positions.ts";
import { type Effort, type Section, type Table, table } from "../report.ts";
import { type Child, demoToken, startChild } from "../server/child.ts";
import { type LiveResult, measureLive, type Servers, type Writing } from "./measure.ts";
import type { StreamOpening } from "./readers.ts";
import { makeUsers } from "./users.ts";

interface Scale {
  /** Every request has a position of each client, and of each filter. */
  readonly clients: number;
  readonly units: number;
  readonly readers: number;
  readonly filters: number;
  readonly writing: Writing;
}

const SCALES: Readonly<Record<Effort, Scale>> = {
  full: {
    clients: 100,
    units: 1000,
    readers: 1000,
    filters: 50,
    writing: { perRequest: 100, everyMs: 100, warmUpRequests: 50, requests: 300 },
  },
  quick: {
    clients: 5,
    units: 20,
    readers: 20,
    filters: 5,
    writing: { perRequest: 5, everyMs: 10, warmUpRequests: 2, requests: 5 },
  },
};

/** The most streams of a user. */
const OF_USER = 10;

/** Streams: how long a position takes to its readers, and what that costs. */
export const liveSection: Section = {
  name: "live",
  doing: "streams of positions",
  async run(effort) {
    const scale = SCALES[effort];
    const results: LiveResult[] = [];
    await measureOne("PGlite", scale, results);
    const reason = whyNoPostgres();
    if (reason !== undefined) return [report(results, scale, [`skipped: ${reason}`])];
    await measureOne("PostgreSQL", scale, results);
    await measureTwo(scale, results);
    return [report(results, scale, [])];
  },
};

/** All kinds of readers, of one server. */
async function measureOne(database: string, scale: Scale, results: LiveResult[]): Promise<void> {
  const { readers, filters, writing } = scale;
  await withFleet(database, scale, async (child) => {
    const servers = await serversOf(database, [child], scale);
    const units = await newestUnits(child, scale.units);
    const partners = await makeUsers(child, "partner", readers / OF_USER);
    const clients = await makeUsers(child, "client", Math.min(scale.clients, readers / OF_USER));
    const filterOf = (index: number): string =>
      `unit_ids=${units
        .filter((_unit, place) => place % filters === index)
        .map(({ id }) => id)
        .join(",")}`;
    const kinds: Readonly<Record<string, StreamOpening[]>> = {
      [`${inWords(readers)} of one scope`]: streamsOf([child], partners, readers),
      [`${inWords(readers)} in ${clients.length} scopes`]: streamsOf([child], clients, readers),
      [`${filters} with ${filters} filters`]: streamsOf([child], partners, filters, filterOf),
    };
    for (const [title, streams] of Object.entries(kinds))
      results.push(await measureLive(servers, { title, streams }, writing));
  });
}

/** Readers of one scope, of two servers that hear of batches over the database. */
async function measureTwo(scale: Scale, results: LiveResult[]): Promise<void> {
  const { readers, writing } = scale;
  const work = async (child: Child, environment: Record<string, string>): Promise<void> => {
    const other = await startChild("fleet-child.ts", environment);
    try {
      const servers = await serversOf("PostgreSQL", [child, other], scale);
      const partners = await makeUsers(child, "partner", readers / OF_USER);
      const streams = streamsOf([child, other], partners, readers);
      const title = `${inWords(readers)} of one scope, 2 servers`;
      results.push(await measureLive(servers, { title, streams }, writing));
    } finally {
      await other.close();
    }
  };
  await withFleet("PostgreSQL", scale, work, { BENCH_BUS: "postgres" });
}

async function serversOf(database: string, all: Servers["all"], { units }: Scale): Promise<Servers> {
  const [child] = all;
  await vacuum(child);
  return {
    database,
    all,
    authorization: await demoToken(child.baseUrl),
    traffic: new Traffic(await newestUnits(child, units), hoursAgo(20)),
  };
}

/** Streams of users, on servers in turn. */
function streamsOf(
  children: readonly Child[],
  users: readonly string[],
  count: number,
  queryOf: (index: number) => string = () => "",
): StreamOpening[] {
  return Array.from({ length: count }, (_, index) => ({
    baseUrl: children[index % children.length]?.baseUrl ?? "",
    authorization: users[Math.floor(index / children.length) % users.length] ?? "",
    query: queryOf(index),
  }));
}

function report(results: readonly LiveResult[], { units, writing }: Scale, notes: readonly string[]): Table {
  const perSecond = (1000 / writing.everyMs) * writing.perRequest;
  return table<LiveResult>(
    `Live: streams of ${inWords(perSecond)} positions/s of ${inWords(units)} units`,
    [
      { title: "database", text: ({ database }) => database, left: true },
      { title: "readers", text: ({ readers }) => readers, left: true },
      { title: "positions/s", text: ({ positions, seconds }) => (positions / seconds).toFixed(0) },
      { title: "p50 ms", text: ({ p50 }) => p50.toFixed(0) },
      { title: "p99 ms", text: ({ p99 }) => p99.toFixed(0) },
      { title: "longest ms", text: ({ longest }) => longest.toFixed(0) },
      { title: "events/s", text: ({ events, seconds }) => (events / seconds).toFixed(0) },
      { title: "MB/s", text: ({ bytes, seconds }) => inMb(bytes / seconds) },
      { title: "node cores", text: ({ nodeMicros, seconds }) => cores(nodeMicros, seconds) },
      { title: "database cores", text: ({ databaseMicros, seconds }) => cores(databaseMicros, seconds) },
      { title: "readers' cores", text: ({ cpu, seconds }) => cores(cpu, seconds) },
      { title: "ended", text: ({ ended }) => String(ended) },
      { title: "live MB", text: ({ memory: { begin, end } }) => range(begin.reachable, end.reachable) },
      { title: "resident MB", text: ({ memory: { begin, end } }) => range(begin.resident, end.resident) },
    ],
    results,
    [
      `ms: from the response to a request that stored ${writing.perRequest} positions until a reader has the end of the event with the last of them; the aim is a p99 of at most 500`,
      "readers have a process of their own, which finds where events end, reads the ids of events and parses nothing else; it shares the cores with server, database and sender",
      `a user has at most ${OF_USER} streams, so these are of many users; every request has positions for every reader`,
      "cores: CPU seconds per second; on PGlite, node is the main thread, and the database all others",
      "MB: of the servers after a collection, when the streams are open and warm, and at the end; live is what the main thread reaches, resident has an embedded database with what it stored",
      "ended: streams that the server ended; all other readers got every batch. Each stream takes a file descriptor: Node raises the soft limit to the hard one",
      "2 servers: half of the readers each, positions are stored on the first, LISTEN is the bus; CPU and memory of both together",
      ...notes,
    ],
  );
}

function cores(micros: number, seconds: number): string {
  return (micros / 1e6 / seconds).toFixed(2);
}

function range(begin: number, end: number): string {
  return `${inMb(begin)} to ${inMb(end)}`;
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function inWords(count: number): string {
  return count.toLocaleString("en");
}
