import type { Unit } from "@fleet-api/contract/types/units";
import {
  bodyRefusal,
  createImport,
  createRecordChanges,
  readingOperations,
  recordHandlers,
} from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { simCardChange } from "./changes.ts";
import { iccidNotices, unitImport, withImei, withStoredIdentity } from "./identifiers.ts";
import { listOwnerships } from "./ownership.ts";
import { units } from "./table.ts";

/** The operations of units that are not conventional or have extra rules. */
export function createOperations({ clock, authorize }: GroupParts) {
  const records = recordHandlers(units, clock);
  const changes = createRecordChanges<Unit>(units, clock);
  const readings = readingOperations("unit", {
    records: units,
    clock,
    chain: `o.ownership_id = (select p.id from unit_ownerships p where p.unit_id = w.unit_id and p."to" is null)`,
    rules: { unit_readings_owner: async () => bodyRefusal("read_at", "is before the unit belonged to its client") },
  });
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
    unitsCreateReading: readings.create,
    unitsReadingsListing: readings.listing,
    unitsOwnershipListing: (work, { path, query }) => listOwnerships(work, path.unit_id, query),
  } satisfies GroupOperations<"units", typeof units>;
}
