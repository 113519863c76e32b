/**
 * Child process: the reference server with the demo fleet, in memory or on the PostgreSQL server of DATABASE_URL, which is
 * grown by BENCH_CLIENTS, BENCH_UNITS, BENCH_VEHICLES, BENCH_DRIVERS and BENCH_ASSIGNMENTS. BENCH_BUS is the setting `bus_url`.
 */
import { readFileSync } from "node:fs";
import { growFleet, startServer } from "@fleet-api/server";
import { serveParent } from "./child-side.ts";

/** A tick of /proc/<pid>/stat in microseconds: USER_HZ is 100 on Linux. */
const TICK_MICROS = 10_000;

const url = process.env["DATABASE_URL"];
const bus = process.env["BENCH_BUS"];
const database =
  url === undefined ? { memory: true } : { database_url: url, ...(bus !== undefined && { bus_url: bus }) };
// No rotation while it is measured: each one would be a write, and the answer would have another header.
const settings = { ...database, demo: true, port: 0, log_level: "error", rotate_after_ms: 3_600_000 };
const server = await startServer({ settings });
const clients = Number(process.env["BENCH_CLIENTS"] ?? 0);
const units = Number(process.env["BENCH_UNITS"] ?? 0);
const vehicles = Number(process.env["BENCH_VEHICLES"] ?? 0);
const drivers = Number(process.env["BENCH_DRIVERS"] ?? 0);
const assignments = Number(process.env["BENCH_ASSIGNMENTS"] ?? 0);
if (units > 0) await growFleet(server.db, { clients, units, vehicles, drivers, assignments });

serveParent({ ...server, ...(url !== undefined && { backendTime }) });

async function backendTime(): Promise<number> {
  const backends = await server.db.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const [first] = backends;
  const ended = first === undefined ? 0 : endedMicros(first.pid);
  return backends.reduce((sum, { pid }) => sum + microsOf(pid), ended);
}

/** CPU time of a process: the first number is nanoseconds. */
function microsOf(pid: number): number {
  const [nanos] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanos) / 1000;
}

/** That of all processes that the parent of one has waited for, such as those that helped with a parallel plan. */
function endedMicros(pid: number): number {
  const [, parent] = statOf(pid);
  const fields = statOf(Number(parent));
  return (Number(fields[13]) + Number(fields[14])) * TICK_MICROS;
}

/** What follows the name in parentheses, which may hold spaces: state, parent and others. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
}
