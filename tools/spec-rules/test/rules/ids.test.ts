import { describeRule } from "../describe-rule.ts";

describeRule("ids", [
  ["/units/status/get/parameters/0/schema", "`partner_id` is an id that others give, so it must be a string."],
  [
    "#/components/schemas/Record/properties/id",
    "`id` must be an int64 from 1 to 9007199254740991. If others give it, list it under `strings`.",
  ],
  [
    "#/components/schemas/Record/properties/vehicle_id",
    "`vehicle_id` must be an int64 from 1 to 9007199254740991. If others give it, list it under `strings`.",
  ],
  [
    "#/components/schemas/Record/properties/group_ids",
    "`group_ids` must be an int64 from 1 to 9007199254740991. If others give it, list it under `strings`.",
  ],
  [
    "#/components/schemas/Record/properties/external_id",
    "`external_id` is an id that others give, so it must be a string.",
  ],
  [
    "#/components/schemas/Record/properties/owner_id",
    "`owner_id` must be an int64 from 1 to 9007199254740991. If others give it, list it under `strings`.",
  ],
  [
    "#/components/schemas/Record/properties/driver_id",
    "`driver_id` must be an int64 from 1 to 9007199254740991. If others give it, list it under `strings`.",
  ],
]);
