/**
 * Child process: the reference server with the demo fleet, in memory or on the PostgreSQL server of DATABASE_URL, which is
 * grown by BENCH_CLIENTS, BENCH_UNITS, BENCH_VEHICLES, BENCH_DRIVERS and BENCH_ASSIGNMENTS.
 */
import { readFileSync } from "node:fs";
import { growFleet, startServer } from "@fleet-api/server";
import { serveParent } from "./child-side.ts";

/** A tick of /proc/<pid>/stat in microseconds: USER_HZ is 100 on Linux. */
const TICK_MICROS = 10_000;

const url = process.env["DATABASE_URL"];
const database = url === undefined ? { memory: true } : { database_url: url };
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
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return backends.reduce((sum, { pid }) => sum + ticksOf(pid) * TICK_MICROS, 0);
}

function ticksOf(pid: number): number {
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
