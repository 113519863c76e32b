import { describeRule } from "../describe-rule.ts";

describeRule("required-properties", [
  [
    "#/components/schemas/Record/properties/name",
    "A response always has `name`: add it to `required`, and let it be null where it may be unknown.",
  ],
  [
    "#/components/schemas/Record/properties/place/properties/city",
    "A response always has `city`: add it to `required`, and let it be null where it may be unknown.",
  ],
  [
    "#/components/schemas/Record/properties/parts/items/anyOf/0/properties/code",
    "A response always has `code`: add it to `required`, and let it be null where it may be unknown.",
  ],
]);
