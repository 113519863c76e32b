import { describeRule } from "../describe-rule.ts";

const google = "`google` names a product of others: say what it is instead.";
const pubnub = "`pubnub` names a product of others: say what it is instead.";

describeRule("foreign-names", [
  ["/units/status/get/description", "`Traccar` names a product of others: say what it is instead."],
  ["#/components/schemas/Record/required/0", google],
  ["#/components/schemas/Record/properties/google_key", google],
  ["#/components/schemas/Record/properties/kind/description", pubnub],
  ["#/components/schemas/Record/properties/kind/enum/0", pubnub],
  ["#/components/schemas/Record/properties/kind/examples/0", pubnub],
  ["/units/status/get/responses/200/content/application/json/example/data/google_key", google],
  ["/units/status/get/responses/200/content/application/json/example/data/kind", pubnub],
  [
    "/units/status/get/responses/200/content/application/json/example/data/note",
    "`New Relic` names a product of others: say what it is instead.",
  ],
]);
