import { describeRule } from "../describe-rule.ts";

describeRule("examples", [
  ["/units/change/post/parameters/0", "The parameter `q` must have an `example`."],
  ["/units/change/post/requestBody/content/application/json", "The body `application/json` must have an example."],
  ["/units/change/post/responses/200/content/application/json", "The body `application/json` must have an example."],
]);
