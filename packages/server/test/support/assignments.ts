import type { Driver, DriverAssignment } from "@fleet-api/contract/types/drivers";
import type { Sender } from "./vehicle-requests.ts";
import { vehicleRequests } from "./vehicle-requests.ts";

let serial = 0;

/** Requests about drivers who are assigned to vehicles. */
export function assignmentRequests(sender: Sender) {
  const vehicles = vehicleRequests(sender);
  const { call, insert } = vehicles;
  return {
    ...vehicles,
    /** A new driver. */
    driver: (clientId = 1): Promise<number> =>
      insert("drivers", { client_id: clientId, first_name: "Assigned", last_name: `Driver ${(serial += 1)}` }),
    assign: (driver: number, vehicle: number, more: object = {}, headers?: Record<string, string>) =>
      call<DriverAssignment>(
        "POST",
        "/drivers/assignments",
        { driver_id: driver, vehicle_id: vehicle, ...more },
        headers,
      ),
    correct: (id: number, body: object, headers?: Record<string, string>) =>
      call<DriverAssignment>("PATCH", `/drivers/assignments/${id}`, body, headers),
    undo: (id: number, headers?: Record<string, string>) =>
      call<DriverAssignment>("DELETE", `/drivers/assignments/${id}`, undefined, headers),
    list: (query: string) => call<DriverAssignment[]>("GET", `/drivers/assignments/listing?${query}`),
    getDriver: async (id: number): Promise<Driver> => (await call<Driver>("GET", `/drivers/${id}`)).body.data,
  };
}
