import type { Unit } from "@fleet-api/contract/types/units";
import { createImport, createRecordChanges, recordHandlers } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { simCardChange } from "./changes.ts";
import { iccidNotices, unitImport, withImei, withStoredIdentity } from "./identifiers.ts";
import { listOwnerships } from "./ownership.ts";
import { createReading, listReadings } from "./readings.ts";
import { units } from "./table.ts";

/** The operations of units that are not conventional or have extra rules. */
export function createOperations({ clock, authorize }: GroupParts) {
  const records = recordHandlers(units, clock);
  const changes = createRecordChanges<Unit>(units, clock);
  return {
    unitsCreate: async (work, call) => records.unitsCreate(work, { ...call, body: withImei(call.body) }),
    unitsUpdate: async (work, call) =>
      withStoredIdentity(work, call.path.unit_id, call.body, (inside, body) =>
        records.unitsUpdate(inside, { ...call, body }),
      ),
    unitsImport: createImport(units, { clock, authorize }, unitImport),
    unitsAssignSimCard: async (work, { path, body, headers }) => {
      const reply = await changes.set(work, path.unit_id, simCardChange(body), headers);
      return { ...reply, notices: [...(reply.notices ?? []), ...iccidNotices(body.iccid)] };
    },
    unitsRemoveSimCard: (work, { path, headers }) => changes.set(work, path.unit_id, simCardChange(null), headers),
    unitsCreateReading: async (work, { path: { unit_id }, body, request }) => {
      const data = await createReading(work, unit_id, body, clock.now());
      const collection = request.path.split("/").slice(0, -2).join("/");
      return { data, recordId: unit_id, headers: { location: `${collection}/readings/listing?unit_id=${unit_id}` } };
    },
    unitsReadingsListing: (work, { query }) => listReadings(work, query),
    unitsOwnershipListing: (work, { path, query }) => listOwnerships(work, path.unit_id, query),
  } satisfies GroupOperations<"units", typeof units>;
}
