import {
  bodyRefusal,
  duplicate,
  groupIds,
  hierarchy,
  inGroup,
  inUse,
  jsonObject,
  joining,
  laterThan,
  liveUnless,
  oneOf,
  recordTable,
  storedObject,
} from "../../records/index.ts";
import { connectionStatus, includedState, stateJoin } from "./state.ts";

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
    units_identifier_once: duplicate(
      "units",
      "o.identifier_type = w.identifier_type and o.identifier = w.identifier",
      "Another unit has this identifier.",
    ),
    units_imei_once: duplicate("units", "o.imei = w.imei", "Another unit has this imei."),
    units_external_id_once: duplicate(
      "units",
      "o.client_id = w.client_id and o.external_id = w.external_id",
      "Another unit of the client has this external_id.",
    ),
    units_sim_once: duplicate(
      "units",
      "o.sim_card ->> 'iccid' = w.sim_card ->> 'iccid'",
      "Another unit has this SIM card. Remove it from that unit first.",
      { code: "sim_in_use" },
    ),
    units_installed: inUse({ vehicles: "o.unit_id = w.id" }),
    units_imei: async () => bodyRefusal("imei", "must be the same as identifier, which is an IMEI"),
  },
  filters: {
    ...hierarchy,
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
