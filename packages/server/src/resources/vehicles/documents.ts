import type { Params } from "../../db/index.ts";
import { bodyRefusal, hierarchy, jsonArray, joining, oneOf, partOf, recordTable } from "../../records/index.ts";
import { ofVehicle } from "./table.ts";

const owner = partOf("vehicle");

/** SQL of the day at the client `c`, when it is `now`. */
const today = (now: string): string => `(${now} at time zone c.timezone)::date`;

/** SQL of the conditions of each status on a day at the client. Most rows are told apart by their indexed columns alone. */
const statuses: Readonly<Record<string, (day: () => string) => string>> = {
  no_expiry: () => "t.expires_on is null",
  expired: (day) => `t.expires_on < ${day()}`,
  expiring: (day) => `t.expires_on >= ${day()} and t.expiring_on <= ${day()}`,
  valid: (day) => `t.expires_on >= ${day()} and t.expiring_on > ${day()}`,
};

function statusAt(day: () => string): string {
  const cases = Object.entries(statuses).map(([name, condition]) => `when ${condition(day)} then '${name}'`);
  return `case ${cases.join(" ")} end`;
}

/** The table of the documents of vehicles. A trigger keeps from when on they are `expiring`, and the next expiry of the vehicle. */
export const vehicleDocuments = recordTable({
  operations: "vehiclesDocuments",
  table: "vehicle_documents",
  noun: "document",
  record: "VehicleDocument",
  owner,
  computed: {
    status: statusAt(() => today("moment.now")),
    attachments: jsonArray(`select row_to_json(a) from
      json_to_recordset(t.attachments) a (name text, content_type text, size_bytes bigint, url text)`),
  },
  rules: {
    vehicle_documents_order: async () => bodyRefusal("expires_on", "must not be before issued_on"),
  },
  filters: {
    ...hierarchy,
    vehicle_id: ofVehicle,
    type: oneOf("type"),
    status: joining(owner.join, (wanted: readonly string[], params: Params, now: Date) => {
      // PostgreSQL refuses a parameter that the statement does not use.
      let used: string | undefined;
      const day = (): string => (used ??= today(`${params.add(now)}::timestamptz`));
      return `(${wanted.map((name) => `(${statuses[name]?.(day) ?? "false"})`).join(" or ")})`;
    }),
    expires_before: (day, params) => `t.expires_on < ${params.add(day)}::date`,
  },
});
