import { describeRule } from "../describe-rule.ts";

describeRule("provenance", [
  ["/units/status/get", "An operation must have `x-provenance: documented` or `x-provenance: designed`."],
  [
    "/units/status/get/responses/200/x-provenance",
    '`x-provenance` is either `documented` or `designed`, not "Documented".',
  ],
  [
    "#/components/schemas/Plain",
    "The schema `Plain` must have `x-provenance: documented` or `x-provenance: designed`.",
  ],
  [
    "#/components/schemas/Plain/properties/id/x-provenance",
    "`x-provenance` is either `documented` or `designed`, not true.",
  ],
  [
    "#/components/schemas/Plain/properties/beside/x-provenance",
    '`x-provenance` is either `documented` or `designed`, not "invented".',
  ],
  ["#/Unmarked", "The schema `Unmarked` must have `x-provenance: documented` or `x-provenance: designed`."],
  ["/units/other/get/x-provenance", '`x-provenance` is either `documented` or `designed`, not "guessed".'],
]);
