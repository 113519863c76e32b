import type { UnitAssignment, Vehicle } from "@fleet-api/contract/types/vehicles";
import type { Unit } from "@fleet-api/contract/types/units";
import type { Db } from "../../src/db/index.ts";
import type { ManualClock } from "../../src/index.ts";
import type { Answer, Service } from "./service.ts";

/** What the requests of a suite go through. */
interface Sender {
  readonly call: Service["call"];
  readonly clock: ManualClock;
  readonly db: () => Db;
  /** The token of whoever sends the requests. */
  readonly token: () => string;
}

const DAY = 24 * 60 * 60_000;
let serial = 0;

/** Requests about units that are installed in vehicles. */
export function installationRequests({ call: send, clock, db, token }: Sender) {
  const call = <Data = Vehicle>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send<Data>(method, path, { token: token(), ...(body !== undefined && { body }), ...(headers && { headers }) });
  const at = (offsetMs: number): string => new Date(clock.now().getTime() + offsetMs).toISOString();
  const insert = async (sql: string, values: readonly (string | number)[]): Promise<number> => {
    const [row] = await db().query<{ id: number }>(`${sql} returning id`, values);
    if (row === undefined) throw new Error("The record was not written.");
    return row.id;
  };
  return {
    call,
    /** An instant that many milliseconds from now. */
    at,
    /** A new vehicle. */
    vehicle: (clientId = 1): Promise<number> =>
      insert(
        "insert into vehicles (client_id, name, created_at, updated_at) values ($1, 'Vehicle ' || $2::text, $3, $3)",
        [clientId, String((serial += 1)), at(-100 * DAY)],
      ),
    /** A new unit that has belonged to the client for 100 days. */
    unit: (clientId = 1): Promise<number> =>
      insert(
        `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
         values ($1, $2, $2, 'custom', $3, $3)`,
        [clientId, `Installed ${(serial += 1)}`, at(-100 * DAY)],
      ),
    /** Gives a vehicle or a unit to another client. */
    moveTo: (table: "units" | "vehicles", id: number, clientId: number, instant = at(0)): Promise<unknown> =>
      db().query(`update ${table} set client_id = $2, updated_at = $3 where id = $1`, [id, clientId, instant]),
    assign: (vehicle: number, unit: number, more: object = {}, headers?: Record<string, string>) =>
      call("POST", `/vehicles/${vehicle}/assign_unit`, { unit_id: unit, ...more }, headers),
    unassign: (vehicle: number, body: object = {}, headers?: Record<string, string>) =>
      call("POST", `/vehicles/${vehicle}/unassign_unit`, body, headers),
    correct: (id: number, body: object, headers?: Record<string, string>) =>
      call<UnitAssignment>("PATCH", `/vehicles/unit_assignments/${id}`, body, headers),
    undo: (id: number, headers?: Record<string, string>) =>
      call<UnitAssignment>("DELETE", `/vehicles/unit_assignments/${id}`, undefined, headers),
    list: (query: string) => call<UnitAssignment[]>("GET", `/vehicles/unit_assignments/listing?${query}`),
    /** The newest installation of a vehicle. */
    newest: async (vehicle: number): Promise<UnitAssignment> => {
      const { body } = await call<UnitAssignment[]>("GET", `/vehicles/unit_assignments/listing?vehicle_id=${vehicle}`);
      const [first] = body.data;
      if (first === undefined) throw new Error(`Vehicle ${vehicle} never had a unit.`);
      return first;
    },
    getVehicle: async (id: number): Promise<Vehicle> => (await call("GET", `/vehicles/${id}`)).body.data,
    getUnit: async (id: number): Promise<Unit> => (await call<Unit>("GET", `/units/${id}`)).body.data,
    stateOf: async (id: number): Promise<NonNullable<Vehicle["state"]>> => {
      const { state } = (await call("GET", `/vehicles/${id}?include=state`)).body.data;
      if (state === undefined) throw new Error(`Vehicle ${id} has no state.`);
      return state;
    },
  };
}

/** The status and the code of a problem. */
export const outcome = ({ status, body }: Answer<unknown>): unknown[] => [status, body.code];

/** The place and the code of each finding. */
export const findings = ({ status, body }: Answer<unknown>): unknown[] => [
  status,
  ...(body.errors ?? []).map(({ pointer, code }) => [pointer, code]),
];
