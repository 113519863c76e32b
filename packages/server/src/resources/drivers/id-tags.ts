import type { DriverIdTag, DriverIdTagCreate } from "@fleet-api/contract/types/drivers";
import type { UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, scopeCondition } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { oneWireCrc } from "../../platform/one-wire.ts";
import type { Rules } from "../../records/index.ts";
import { bodyRefusal, lockOwner, partOf, recordTable, refused } from "../../records/index.ts";
import { tagMembers } from "./table.ts";

/** The tags of drivers. A tag that was removed is a deleted row. */
export const idTags = recordTable({
  operations: "driversIdTags",
  table: "driver_id_tags",
  noun: "tag",
  record: "DriverIdTag",
  owner: partOf("driver"),
  lock: lockOwner("driver", "driver_id_tags"),
  computed: tagMembers("t"),
  rules: {
    driver_id_tags_value_once: tagInUse,
    driver_id_tags_limit: refused("limit_reached", "A driver has at most 20 active tags."),
  },
  filters: {},
});

/** 409 with the driver who has the tag, if in the scope. */
async function tagInUse(work: UnitOfWork, { sql, params: given }: Parameters<Rules[string]>[1]): Promise<ProblemError> {
  const params = new Params(given);
  const [other] = await work.read(
    firstRow<{ id: number; driver_id: number }>(
      `select o.id, o.driver_id from (${sql}) w
         join drivers d on d.id = w.driver_id
         join driver_id_tags o on o.client_id = d.client_id and o.value = w.value
       where o.deleted_at is null and ${scopeCondition(work.scope, params, "client_id", "o.")} limit 1`,
      params.values,
    ),
  );
  if (other === null) return new ProblemError("tag_in_use", "A driver has this tag. Remove it from that driver first.");
  return new ProblemError(
    "tag_in_use",
    `The driver ${other.driver_id} has this tag. Remove it from that driver first.`,
    {
      existing_id: other.id,
      references: [{ resource: "drivers", ids: [other.driver_id], count: 1 }],
    },
  );
}

/** What the values of each type look like. */
const formats: Readonly<Record<DriverIdTag["type"], readonly [pattern: RegExp, expected: string]>> = {
  ibutton: [/^[0-9A-F]{16}$/, "16 hexadecimal digits in capital letters"],
  rfid: [/^[0-9A-F]{4,32}$/, "4 to 32 hexadecimal digits in capital letters"],
  nfc: [/^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/, "8, 14 or 20 hexadecimal digits in capital letters"],
  ble: [/^([0-9A-F]{12}|[0-9A-F]{32})$/, "12 or 32 hexadecimal digits in capital letters"],
  tachograph_card: [/^[0-9A-Z]{16}$/, "16 digits and capital letters"],
  pin: [/^[0-9]{4,12}$/, "4 to 12 digits"],
  qr: [/^/, ""],
};

/**
 * Refuses a value that no tag of this type has.
 * @throws ProblemError `validation_failed`
 */
export function requireTagValue({ type, value }: DriverIdTagCreate): void {
  const [pattern, expected] = formats[type];
  if (!pattern.test(value)) throw bodyRefusal("value", `must be ${expected}, for the type ${type}`, "pattern");
  if (type === "ibutton" && value.startsWith("00")) {
    throw bodyRefusal("value", "has the family code 00, which no iButton has: the reader saw no key");
  }
  if (type === "ibutton" && oneWireCrc(value) !== 0) {
    throw bodyRefusal("value", "has a check byte, its last two digits, that does not fit the others", "check_digit");
  }
}
