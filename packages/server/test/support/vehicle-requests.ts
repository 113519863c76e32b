import type { Vehicle } from "@fleet-api/contract/types/vehicles";
import type { Db } from "../../src/db/index.ts";
import type { ManualClock } from "../../src/index.ts";
import type { Answer, Service } from "./service.ts";

/** What the requests of a suite go through. */
export interface Sender {
  readonly call: Service["call"];
  readonly clock: ManualClock;
  readonly db: () => Db;
  /** The token of whoever sends the requests. */
  readonly token: () => string;
}

const DAY = 24 * 60 * 60_000;
let serial = 0;

/** Requests about vehicles, and about what is assigned to them. */
export function vehicleRequests({ call: send, clock, db, token }: Sender) {
  const call = <Data = Vehicle>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send<Data>(method, path, { token: token(), ...(body !== undefined && { body }), ...(headers && { headers }) });
  const at = (offsetMs: number): string => new Date(clock.now().getTime() + offsetMs).toISOString();
  /** Writes a record of a client that was made 100 days ago, with these columns. */
  const insert = async (table: string, columns: Readonly<Record<string, string | number>>): Promise<number> => {
    const row = { ...columns, created_at: at(-100 * DAY), updated_at: at(-100 * DAY) };
    const names = Object.keys(row);
    const [made] = await db().query<{ id: number }>(
      `insert into ${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
      Object.values(row),
    );
    if (made === undefined) throw new Error("The record was not written.");
    return made.id;
  };
  return {
    call,
    /** An instant that many milliseconds from now. */
    at,
    insert,
    /** A new vehicle. */
    vehicle: (clientId = 1): Promise<number> =>
      insert("vehicles", { client_id: clientId, name: `Vehicle ${(serial += 1)}` }),
    getVehicle: async (id: number): Promise<Vehicle> => (await call("GET", `/vehicles/${id}`)).body.data,
  };
}

/** The status and the code of a problem. */
export const outcome = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];

/** The place and the code of each finding. */
export const findings = ({ status, body }: Answer<unknown>): unknown[] => [
  status,
  ...(body.errors ?? []).map(({ pointer, code }) => [pointer, code]),
];
