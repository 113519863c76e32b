import type { PositionReport } from "@fleet-api/contract/types/monitoring";
import type { Child, SqlParams } from "../server/child.ts";
import { openConnection } from "../server/load.ts";

/** The largest number of positions that the contract allows in a request. */
export const BATCH_SIZE = 500;

/** A unit, and whose it is. */
export interface Unit {
  readonly id: number;
  readonly client_id: number;
}

/** A position as it is sent, and the client of its unit. */
interface SentPosition {
  readonly item: PositionReport;
  readonly client_id: number;
}

/** Units in the order of their ids, beginning with the newest ones. */
export function newestUnits(child: Child, count: number): Promise<readonly Unit[]> {
  return child.query<Unit>("select id, client_id from units where deleted_at is null order by id desc limit $1", [
    count,
  ]);
}

/** Positions of vehicles that drive to the north-east, from all units in turn, each unit every 30 seconds. */
export class Traffic {
  readonly #units: readonly Unit[];
  readonly #begin: number;
  #sent = 0;

  constructor(units: readonly Unit[], begin: Date) {
    this.#units = units;
    this.#begin = begin.getTime();
  }

  /** The next positions, as long as they are not sent again. */
  next(count = BATCH_SIZE): SentPosition[] {
    return Array.from({ length: count }, () => {
      const { [this.#sent % this.#units.length]: unit = { id: 0, client_id: 0 } } = this.#units;
      const round = Math.floor(this.#sent / this.#units.length);
      this.#sent += 1;
      return { item: this.#positionOf(unit, round), client_id: unit.client_id };
    });
  }

  /** What most devices send. */
  #positionOf({ id }: Unit, round: number): PositionReport {
    const bend = Math.sin(round / 40) * 0.001;
    return {
      unit_id: id,
      recorded_at: new Date(this.#begin + round * 30_000).toISOString(),
      latitude: degrees(((id * 7919) % 40_000) / 100_000 - 0.2 + round * 0.00002 + bend),
      longitude: degrees(-30 + ((id * 104_729) % 40_000) / 100_000 - 0.2 + round * 0.00003),
      altitude_m: 12 + (id % 300),
      speed_kmh: 40 + (round % 20) + 0.5,
      heading_deg: (id * 31 + round) % 360,
      accuracy_m: 4.5,
      satellites: 8 + (round % 6),
      hdop: 0.9,
      ignition: true,
      odometer_m: 120_345_000 + round * 400,
      engine_hours_s: 3_600_000 + round * 30,
      external_power_v: 13.9,
      battery_level_percent: 98,
      signal_percent: 71,
    };
  }
}

function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The request with these positions, as bytes on the wire. */
export function ingestRequest(child: Child, authorization: string, positions: readonly SentPosition[]): string {
  const { host, pathname } = new URL(child.baseUrl);
  const body = JSON.stringify({ items: positions.map(({ item }) => item) });
  const fields = [`host: ${host}`, `authorization: ${authorization}`, "content-type: application/json"];
  // All characters are ASCII.
  return [`POST ${pathname}/monitoring/positions HTTP/1.1`, ...fields, `content-length: ${body.length}`, "", body].join(
    "\r\n",
  );
}

/** Sends requests over several connections, each with one request at a time. Every position must be new and be stored. */
export async function send(child: Child, requests: readonly string[], senders: number): Promise<void> {
  const port = Number(new URL(child.baseUrl).port);
  const connections = await Promise.all(Array.from({ length: senders }, () => openConnection(port)));
  const waiting = [...requests];
  try {
    await Promise.all(
      connections.map(async (connection) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await connection.exchange(next);
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Stores positions through the API. */
export async function sendAll(
  child: Child,
  authorization: string,
  { traffic, batches }: { readonly traffic: Traffic; readonly batches: number },
): Promise<void> {
  for (let sent = 0; sent < batches; sent += 1) {
    await send(child, [ingestRequest(child, authorization, traffic.next())], 1);
  }
}

/** How many positions there are. */
export async function countPositions(child: Child): Promise<number> {
  const [row] = await child.query<{ count: number }>("select count(*) as count from positions");
  return row?.count ?? 0;
}

/** A statement that inserts positions without anything else, and its parameters. */
export interface BareInsert {
  readonly sql: string;
  readonly paramsOf: (positions: readonly SentPosition[]) => SqlParams;
}

/** Makes a table with the columns and the key of `positions`, without partitions and policies. */
export async function makeBareTable(child: Child): Promise<BareInsert> {
  await child.query("create table bare_positions (like positions including defaults including indexes)");
  const columns = await child.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'bare_positions'::regclass and attnum > 0 order by attnum`,
  );
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
  return {
    sql: `insert into bare_positions select * from unnest(${arrays.join(", ")})`,
    paramsOf: (positions) => {
      const rows = positions.map(bareRow);
      return columns.map(({ name }) => rows.map((row) => row[name] ?? null));
    },
  };
}

function bareRow({ item, client_id }: SentPosition): Readonly<Record<string, string | number | boolean | null>> {
  const { identifier: _, temperatures_c: _none, inputs: _neither, attributes: _nor, ...values } = item;
  return {
    ...values,
    class: 365,
    client_id,
    received_at: item.recorded_at,
    is_valid: true,
    fix_type: "gnss",
    movement_status: "moving",
    attributes: "{}",
  } as const;
}
