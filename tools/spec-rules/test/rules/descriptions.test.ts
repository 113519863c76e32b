import { describeRule } from "../describe-rule.ts";

describeRule("descriptions", [
  ["/units/change/post/parameters/0", "The description of `vehicle_type` must say more than its name."],
  ["/units/change/post/requestBody", "`request body` must have a `description`."],
  ["/units/change/post/responses/200", "The description of `200` must say more than its name."],
  ["/units/change/post/responses/200/headers/X-Trace", "`X-Trace` must have a `description`."],
  ["#/components/schemas/Record", "`Record` must have a `description`."],
  ["#/components/schemas/Record/properties/name", "`name` must have a `description`."],
  ["#/components/schemas/Other", "`Other` must have a `description`."],
  ["#/components/schemas/Record/properties/other", "The description of `other` must say more than its name."],
  ["#/components/schemas/Record/properties/list/items", "`the value` must have a `description`."],
  ["#/components/schemas/Record/properties/map/additionalProperties", "`the value` must have a `description`."],
]);
