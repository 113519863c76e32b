import type { UnitAssignment, Vehicle } from "@fleet-api/contract/types/vehicles";
import type { Unit } from "@fleet-api/contract/types/units";
import type { Sender } from "./vehicle-requests.ts";
import { vehicleRequests } from "./vehicle-requests.ts";

let serial = 0;

/** Requests about units that are installed in vehicles. */
export function installationRequests(sender: Sender) {
  const vehicles = vehicleRequests(sender);
  const { call, at, insert } = vehicles;
  return {
    ...vehicles,
    /** A new unit that has belonged to the client for 100 days. */
    unit: (clientId = 1): Promise<number> => {
      const name = `Installed ${(serial += 1)}`;
      return insert("units", { client_id: clientId, name, identifier: name, identifier_type: "custom" });
    },
    /** Gives a vehicle or a unit to another client. */
    moveTo: (table: "units" | "vehicles", id: number, clientId: number, instant = at(0)): Promise<unknown> =>
      sender.db().query(`update ${table} set client_id = $2, updated_at = $3 where id = $1`, [id, clientId, instant]),
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
    getUnit: async (id: number): Promise<Unit> => (await call<Unit>("GET", `/units/${id}`)).body.data,
    stateOf: async (id: number): Promise<NonNullable<Vehicle["state"]>> => {
      const { state } = (await call("GET", `/vehicles/${id}?include=state`)).body.data;
      if (state === undefined) throw new Error(`Vehicle ${id} has no state.`);
      return state;
    },
  };
}
