import type {
  SimCard,
  SimCardAssignment,
  Unit,
  UnitCounters,
  UnitCreate,
  UnitUpdate,
} from "@fleet-api/contract/types/units";
import type { Query, UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, scopeCondition, workInside } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RecordChanges } from "../../records/index.ts";
import { bodyRefusal, createRecordChanges, instantOf, unknownRecord } from "../../records/index.ts";
import type { DeviceIdentity } from "./identifiers.ts";
import { iccidNotices, withImei } from "./identifiers.ts";
import { units } from "./table.ts";

/** How far the clock of somebody who reads a counter may be ahead. */
const READ_AHEAD_MS = 60_000;

type Changes = RecordChanges<Unit, UnitCreate, UnitUpdate>;
type Headers = Parameters<Changes["set"]>[3];
type Changed = ReturnType<Changes["set"]>;

/** The changes of units. */
interface UnitChanges extends Changes {
  assignSimCard(work: UnitOfWork, id: number, card: SimCardAssignment, headers: Headers): Changed;
  removeSimCard(work: UnitOfWork, id: number, headers: Headers): Changed;
  setCounters(work: UnitOfWork, id: number, reading: UnitCounters, headers: Headers): Changed;
}

/** Changes the units of the table. */
export function createUnitChanges(clock: Clock): UnitChanges {
  const changes = createRecordChanges<Unit, UnitCreate, UnitUpdate>(units, clock);
  const setSimCard = (work: UnitOfWork, id: number, sim_card: SimCard, headers: Headers): Changed =>
    changes.set(work, id, { body: { sim_card }, columns: { sim_card: "r.sim_card" } }, headers);
  return {
    ...changes,
    create: async (work, body, path) => changes.create(work, withImei(body), path),
    update: async (work, id, body, headers) => {
      if (!identityMembers.some((member) => Object.hasOwn(body, member))) {
        return changes.update(work, id, body, headers);
      }
      // In one transaction: what follows from the stored identity would be wrong if another request changed it in between.
      return work.transaction(async (tx) => {
        const [stored] = await tx.run(identityOf(work, id));
        if (stored === null) throw unknownRecord(units);
        return changes.update(workInside(work, tx), id, withImei(body, stored), headers);
      });
    },
    assignSimCard: async (work, id, card, headers) => {
      const none = { msisdn: null, imsi: null, carrier: null, apn: null, activated_on: null };
      const reply = await setSimCard(work, id, { ...none, status: "unknown", ...card }, headers);
      return { ...reply, notices: [...(reply.notices ?? []), ...iccidNotices(card.iccid)] };
    },
    removeSimCard: (work, id, headers) => setSimCard(work, id, null, headers),
    setCounters: async (work, id, { read_at, ...reading }, headers) => {
      if (instantOf(read_at).getTime() > clock.now().getTime() + READ_AHEAD_MS) {
        throw bodyRefusal("read_at", "must not be in the future");
      }
      const { odometer_m, engine_hours_s } = reading;
      const columns = {
        ...(odometer_m !== undefined && counter("odometer_m", "odometer_source", "odometer_offset_m")),
        ...(engine_hours_s !== undefined && counter("engine_hours_s", "engine_hours_source", "engine_hours_offset_s")),
        counters_read_at: "r.counters_read_at",
      };
      return changes.set(work, id, { body: { ...reading, counters_read_at: read_at }, columns }, headers);
    },
  };
}

const identityMembers = ["identifier", "identifier_type", "imei"] as const;

function identityOf({ scope }: UnitOfWork, id: number): Query<DeviceIdentity | null> {
  const params = new Params([id]);
  return firstRow(
    `select ${identityMembers.join(", ")} from units
     where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params)}`,
    params.values,
  );
}

/** SQL of a counter that was read: the device goes on from its own reading, to which the offset is added. */
function counter(value: string, source: string, offset: string): Record<string, string> {
  return {
    [value]: `r.${value}`,
    [source]: "'manual'",
    [offset]: `t.${offset} + r.${value} - coalesce(t.${value}, 0)`,
  };
}
