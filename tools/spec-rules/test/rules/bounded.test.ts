import { describeRule } from "../describe-rule.ts";

const endless = "A string must have a `maxLength`, or a `pattern` from `^` to `$` that has an end.";

describeRule("bounded", [
  ["/units/status/get/parameters/0/schema", endless],
  ["#/components/schemas/Record/properties/endless", endless],
  ["#/components/schemas/Record/properties/loose", endless],
  ["#/components/schemas/Record/properties/optional", endless],
  ["#/components/schemas/Record/properties/email", endless],
  ["#/components/schemas/Record/properties/parts", "A list must have `maxItems`."],
  ["#/components/schemas/Record/properties/parts/items", endless],
  ["#/components/schemas/Record/properties/plain_count", "An integer must have the format `int32` or `int64`."],
  ["#/components/schemas/Record/properties/kind", endless],
  ["#/components/schemas/Record/properties/open_count", "An integer must have a `minimum` and a `maximum`."],
  ["#/components/schemas/Record/properties/wide_count", "The bounds of an int32 must be within \u00b12147483647."],
  [
    "#/components/schemas/Record/properties/large_count",
    "The bounds of an int64 must be within \u00b19007199254740991.",
  ],
  ["/units/status/get/responses/200/headers/X-Trace/schema", endless],
]);
