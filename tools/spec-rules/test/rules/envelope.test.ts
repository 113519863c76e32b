import { describeRule } from "../describe-rule.ts";

describeRule("envelope", [
  [
    "/units/status/get/responses/200/content/application/json/schema",
    "The body of a success must be an envelope: a schema of `type: object`.",
  ],
  [
    "/units/status/get/responses/201/content/application/json/schema/properties/count",
    "An envelope has only `data`, `notices` and `pagination`: move `count` into `data`.",
  ],
  ["/units/status/get/responses/202/content/application/json/schema", "An envelope must have `data` and require it."],
  [
    "/units/status/get/responses/202/content/application/json/schema/required",
    "`notices` is optional in an envelope: take it out of `required`.",
  ],
  [
    "/units/status/get/responses/203/content/application/json/schema/required",
    "`notices` is optional in an envelope: take it out of `required`.",
  ],
  [
    "/units/status/get/responses/203/content/application/json/schema/properties/notices",
    "`notices` of an envelope must be a $ref to the shared schema `Notices`.",
  ],
  [
    "/units/status/get/responses/206/content/application/json/schema/allOf",
    "An envelope is one plain object: move `allOf` into `data`.",
  ],
  ["/units/status/get/responses/207", "A success must have a JSON body: the envelope is where `notices` go."],
  [
    "/units/status/get/responses/208/content/application/json/schema",
    "An envelope must declare `notices`, the shared schema `Notices`.",
  ],
  [
    "/units/status/get/responses/226/content/application/json/schema/properties/data",
    "`data` must be an object or a list, and not null: give it an object with a member.",
  ],
  ["/units/status/get/responses/404", "An error must have the body `application/problem+json`."],
  [
    "/units/status/get/responses/404/content/application/json",
    "An error has no other body than `application/problem+json`: remove `application/json`.",
  ],
  [
    "/units/status/get/responses/409/content/application/problem+json",
    "The body of an error must be a $ref to the shared schema `Problem`.",
  ],
  ["/units/settings/get/responses/204", "A success must have a JSON body: the envelope is where `notices` go."],
  ["/units/settings/get/responses/304", "A 304 response has no body: remove its `content`."],
]);
