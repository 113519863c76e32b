import { describeRule } from "../describe-rule.ts";

describeRule("problem-codes", [
  ["/units/status/get/responses/404", "An error response must list its codes: `x-problem-codes: [...]`."],
  ["/units/status/get/responses/405/x-problem-codes/1", "`teapot` is not in the enum of `ProblemCode`."],
  ["/units/status/get/responses/405/content/application/problem+json", "There is no example of `teapot`."],
  ["/units/status/get/responses/409/x-problem-codes/1", "`not_found` is listed twice."],
  [
    "/units/status/get/responses/410/content/application/problem+json/examples/unavailable/value/code",
    "The example `unavailable` has the code `unavailable`, which `x-problem-codes` does not list.",
  ],
  [
    "/units/status/get/responses/410/content/application/problem+json/examples/again/value/code",
    "The example `again` shows `not_found` a second time.",
  ],
  ["/units/status/get/responses/418/x-problem-codes/0", "`malformed_request` comes with 400, but is listed for 418."],
  [
    "/units/status/get/responses/429/content/application/problem+json/examples/not_found/value/status",
    "The example `not_found` has the status 404, but is used for 429.",
  ],
]);
