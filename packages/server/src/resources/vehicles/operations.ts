import type { VehicleCreate } from "@fleet-api/contract/types/vehicles";
import type { UnitOfWork } from "../../db/index.ts";
import { rows } from "../../db/index.ts";
import { createImport, partOperations, readingOperations, recordHandlers, withNotices } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { installationOperations, unitAssignments } from "./installations.ts";
import { vehicleDocuments, vehicles } from "./table.ts";
import { vinNotices } from "./vin.ts";

/** The operations of vehicles that are not conventional or have extra rules. */
export function createOperations({ clock, authorize }: GroupParts) {
  const records = recordHandlers(vehicles, clock);
  const readings = readingOperations("vehicle", { records: vehicles, clock });
  const installations = installationOperations({
    clock,
    readings,
    get: (work, { path }) => records.vehiclesGet(work, { path, query: {}, headers: {} }),
  });
  const documents = partOperations(vehicleDocuments, clock);
  return {
    ...recordHandlers(unitAssignments, clock),
    ...recordHandlers(vehicleDocuments, clock),
    vehiclesCreate: async (work, call) => {
      const notices = vinNotices(call.body);
      const reply = await records.vehiclesCreate(work, call);
      return withNotices(reply, [...notices, ...(await plateNotices(work, call.body, reply.recordId))]);
    },
    vehiclesUpdate: async (work, call) => {
      const notices = vinNotices(call.body);
      const reply = await records.vehiclesUpdate(work, call);
      return withNotices(reply, [...notices, ...(await plateNotices(work, call.body, reply.recordId))]);
    },
    vehiclesImport: createImport(
      vehicles,
      { clock, authorize },
      {
        matches: {
          external_id: ["client_id", "external_id"],
          vin: ["client_id", "vin"],
          fleet_number: ["client_id", "fleet_number"],
        },
        folded: ["fleet_number"],
        complete: (item: object) => {
          vinNotices(item);
          return item;
        },
      },
    ),
    vehiclesAssignUnit: installations.assign,
    vehiclesUnassignUnit: installations.unassign,
    vehiclesUpdateUnitAssignment: installations.update,
    vehiclesDeleteUnitAssignment: installations.delete,
    vehiclesCreateReading: readings.create,
    vehiclesReadingsListing: readings.listing,
    vehiclesCreateDocument: documents.create,
    vehiclesUpdateDocument: documents.update,
    vehiclesDeleteDocument: documents.delete,
  } satisfies GroupOperations<"vehicles", typeof vehicles>;
}

/** The notice about a plate that another live vehicle of the client has. `id` is the vehicle that the body creates or changes. */
async function plateNotices(work: UnitOfWork, body: Partial<VehicleCreate>, id: number): Promise<string[]> {
  if (body.plate_number == null && body.plate_country === undefined) return [];
  const [others] = await work.read(
    rows<{ id: number }>(
      `select o.id from vehicles t join vehicles o on o.client_id = t.client_id and o.id <> t.id
         and without_spaces(o.plate_number) = without_spaces(t.plate_number)
         and coalesce(o.plate_country, t.plate_country, '') = coalesce(t.plate_country, o.plate_country, '')
       where t.id = $1::bigint and without_spaces(t.plate_number) <> '' and o.deleted_at is null order by o.id limit 1`,
      [id],
    ),
  );
  return others.map((other) => `duplicate_plate: the vehicle ${other.id} of the client has this plate as well`);
}
