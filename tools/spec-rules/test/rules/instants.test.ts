import { describeRule } from "../describe-rule.ts";

describeRule("instants", [
  ["/units/status/get/parameters/0/schema", "`since` has the format `date-time`, so its name must end in `_at`."],
  [
    "#/components/schemas/Record/properties/last_seen",
    "`last_seen` has the format `date-time`, so its name must end in `_at`.",
  ],
  [
    "#/components/schemas/Record/properties/seen_on",
    "`seen_on` has the format `date-time`, so its name must end in `_at`.",
  ],
  [
    "#/components/schemas/Record/properties/sold_at",
    "`sold_at` ends in `_at`, so it must have the format `date-time`.",
  ],
  [
    "#/components/schemas/Record/properties/birthday",
    "`birthday` has the format `date`, so its name must end in `_on`.",
  ],
  [
    "#/components/schemas/Record/properties/paid_at",
    "`paid_at` ends in `_at`, so it must have the format `date-time`.",
  ],
]);
