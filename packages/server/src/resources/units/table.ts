import {
  bodyRefusal,
  duplicate,
  groupIds,
  hierarchy,
  inGroup,
  laterThan,
  liveUnless,
  oneOf,
  recordTable,
  refused,
  storedObject,
} from "../../records/index.ts";

/** A unit counts as online for 10 minutes after its last message, and as idle for a day. `now` is SQL. */
function connectionStatus(now: string): string {
  return `case
    when t.last_seen_at is null then 'never_connected'
    when t.last_seen_at > ${now} - interval '10 minutes' then 'online'
    when t.last_seen_at > ${now} - interval '24 hours' then 'idle'
    else 'offline' end`;
}

/** The table of units. Its triggers keep how many each client has, and who owned which when. */
export const units = recordTable({
  operations: "units",
  table: "units",
  noun: "unit",
  record: "Unit",
  computed: {
    connection_status: connectionStatus("moment.now"),
    movement_status: "'unknown'",
    sim_card: storedObject("t.sim_card", "SimCard"),
    unit_group_ids: groupIds("unit"),
  },
  totals: "unit_counts",
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
    units_imei: async () => bodyRefusal("imei", "must be the same as identifier, which is an IMEI"),
    units_counters_read_at: refused(
      "invalid_state",
      "The counters were set to a later reading already, see counters_read_at.",
    ),
  },
  filters: {
    ...hierarchy,
    lifecycle_status: oneOf("lifecycle_status"),
    connection_status: (values, params, now) =>
      `${connectionStatus(`${params.add(now)}::timestamptz`)} = any(${params.add(values)}::text[])`,
    unit_group_id: inGroup("unit"),
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});
