import { describeRule } from "../describe-rule.ts";

describeRule("links", [
  [
    "/units/status/get/responses/200/links/nowhere/operationId",
    "The link `nowhere` leads to `unitsRead`, which is no operation.",
  ],
  [
    "/units/status/get/responses/200/links/elsewhere/parameters/query.size",
    "The link `elsewhere` sets `query.size`, which unitsStatus does not have.",
  ],
  [
    "/units/status/get/responses/200/links/elsewhere/parameters/path.page",
    "The link `elsewhere` sets `path.page`, which unitsStatus does not have.",
  ],
]);
