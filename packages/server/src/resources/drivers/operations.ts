import type { Driver, DriverIdTag } from "@fleet-api/contract/types/drivers";
import type { UnitOfWork } from "../../db/index.ts";
import {
  createImport,
  createRecordChanges,
  partOperations,
  recordHandlers,
  requireTimeZone,
  withNotices,
} from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { assignmentOperations, assignments } from "./assignments.ts";
import { eraseDriver } from "./erase.ts";
import { licenceNotices } from "./driving-licence.ts";
import { idTags, requireTagValue } from "./id-tags.ts";
import { driverDocuments, drivers } from "./table.ts";

/** The operations of drivers that are not conventional or have extra rules. */
export function createOperations({ clock, authorize }: GroupParts) {
  const records = recordHandlers(drivers, clock);
  const assignment = assignmentOperations({ clock });
  const documents = partOperations(driverDocuments, clock);
  const tags = createRecordChanges<DriverIdTag>(idTags, clock);
  return {
    ...recordHandlers(assignments, clock),
    ...recordHandlers(driverDocuments, clock),
    driversCreate: async (work, call) => {
      requireTimeZone("timezone", call.body.timezone ?? undefined);
      return records.driversCreate(work, call);
    },
    driversUpdate: async (work, call) => {
      requireTimeZone("timezone", call.body.timezone ?? undefined);
      const reply = await records.driversUpdate(work, call);
      return withNotices(reply, await licenceNotices(work, { driverId: reply.recordId }, clock.now()));
    },
    driversImport: createImport(
      drivers,
      { clock, authorize },
      {
        matches: {
          external_id: ["client_id", "external_id"],
          personnel_number: ["client_id", "personnel_number"],
        },
        folded: ["personnel_number"],
        stored: ["user_id"],
        complete: (item: { readonly timezone?: string | null }) => {
          requireTimeZone("timezone", item.timezone ?? undefined);
          return item;
        },
      },
    ),
    driversErase: (work: UnitOfWork, { path: { driver_id } }) => eraseDriver<Driver>(work, driver_id, clock.now()),
    driversCreateAssignment: assignment.create,
    driversUpdateAssignment: assignment.update,
    driversDeleteAssignment: assignment.delete,
    driversCreateIdTag: async (work, { path: { driver_id }, body, request }) => {
      requireTagValue(body);
      const reply = await tags.create(work, { ...body, driver_id }, request.path);
      return { ...reply, headers: { ...reply.headers, location: request.path.split("/").slice(0, -1).join("/") } };
    },
    driversCreateDocument: documents.create,
    driversUpdateDocument: documents.update,
    driversDeleteDocument: documents.delete,
    driversDeleteIdTag: (work, { path, headers }) => tags.delete(work, path.id_tag_id, headers),
  } satisfies GroupOperations<"drivers", typeof drivers>;
}
