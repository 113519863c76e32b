import {
  bodyRefusal,
  duplicates,
  groupIds,
  hierarchy,
  inGroup,
  inUse,
  jsonObject,
  joining,
  laterThan,
  liveUnless,
  lookUp,
  oneOf,
  recordTable,
  storedObject,
} from "../../records/index.ts";
import { connectionStatus, includedState, stateJoin } from "./state.ts";

/** What no two units may have. */
const unitKeys = {
  units_identifier_once: { field: "identifier", holder: "another unit" },
  units_imei_once: { field: "imei", holder: "another unit" },
  units_external_id_once: { field: "external_id", holder: "another unit of the client" },
  units_sim_once: {
    field: "sim_card/iccid",
    holder: "another unit",
    code: "sim_in_use",
    detail: "Another unit has this SIM card. Remove it from that unit first.",
  },
} as const;

/** What is refused where the SIM card is the whole body. */
export const simCardRules = duplicates("units", {
  ...unitKeys,
  units_sim_once: { ...unitKeys.units_sim_once, field: "iccid" },
});

/** The table of units. Its triggers keep how many each client has, and who owned which when. */
export const units = recordTable({
  operations: "units",
  table: "units",
  noun: "unit",
  record: "Unit",
  computed: {
    sim_card: storedObject("t.sim_card", "SimCard"),
    unit_group_ids: groupIds("unit"),
    vehicle: `(select ${jsonObject({ id: "v.id", name: "v.name" })} from vehicles v where v.id = t.vehicle_id)`,
  },
  include: { state: includedState },
  sortKeys: { last_seen_at: { sql: "state.last_seen_at", joins: stateJoin } },
  totals: "units",
  rules: {
    ...duplicates("units", unitKeys),
    units_installed: inUse({ vehicles: "o.unit_id = w.id" }),
    units_imei: async () => bodyRefusal("imei", "must be the same as identifier, which is an IMEI"),
  },
  filters: {
    ...hierarchy,
    identifier: lookUp("identifier_key"),
    imei: lookUp("imei"),
    iccid: lookUp("iccid_key"),
    serial_number: lookUp("serial_number_key"),
    lifecycle_status: oneOf("lifecycle_status"),
    connection_status: joining(
      stateJoin,
      (values, params, now) =>
        `${connectionStatus(`${params.add(now)}::timestamptz`)} = any(${params.add(values)}::text[])`,
    ),
    unit_group_id: inGroup("unit"),
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});
