import { describeRule } from "../describe-rule.ts";

describeRule("permission", [
  [
    "/units/missing/get",
    "An operation that needs a token must have `x-permission`: `self` or a resource and an action.",
  ],
  [
    "/units/word/get/x-permission",
    "`x-permission` is either `self` or an object with exactly `resource` and `action`.",
  ],
  [
    "/units/half/get/x-permission",
    "`x-permission` is either `self` or an object with exactly `resource` and `action`.",
  ],
  ["/units/resource/get/x-permission", "The permission resource `unit` is not in the catalogue, which has units."],
  ["/units/action/get/x-permission", "The permission resource `units` has no action `fly`; it has view, edit."],
  [
    "/tests/ping/get/x-permission",
    "An operation that can be called without a token has no user to check: remove `x-permission`.",
  ],
]);
