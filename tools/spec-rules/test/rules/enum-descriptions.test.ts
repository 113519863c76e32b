import { describeRule } from "../describe-rule.ts";

describeRule("enum-descriptions", [
  [
    "/units/status/get/parameters/0/schema/enum/0",
    "The value `up` must have a line in the description: - `up`: what it means.",
  ],
  [
    "#/components/schemas/Record/properties/kind/enum/0",
    "The value `car` must have a line in the description: - `car`: what it means.",
  ],
  [
    "#/components/schemas/Record/properties/kind/enum/1",
    "The value `bus` must have a line in the description: - `bus`: what it means.",
  ],
  ["#/components/schemas/Record/properties/kind", "The description explains `tram`, which is not a value of the enum."],
  [
    "#/components/schemas/Record/properties/gear/enum/0",
    "The value `1` must have a line in the description: - `1`: what it means.",
  ],
  ["#/components/schemas/Record/properties/gear", "The description explains `2`, which is not a value of the enum."],
]);
