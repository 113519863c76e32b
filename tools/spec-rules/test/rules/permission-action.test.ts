import { describeRule } from "../describe-rule.ts";

describeRule("permission-action", [
  [
    "/units/change/post/parameters/0/schema/x-permission-action",
    "The permission resource `units` has no action `fly`; it has view, edit.",
  ],
  [
    "#/components/schemas/Input/properties/name/x-permission-action",
    "The permission resource `units` has no action `fly`; it has view, edit.",
  ],
  [
    "#/components/schemas/Input/properties/label/x-permission-action",
    "`x-permission-action` is either an action or an object with exactly `resource` and `action`.",
  ],
  [
    "#/components/schemas/Input/properties/city/x-permission-action",
    "The permission resource `places` is not in the catalogue, which has units.",
  ],
  [
    "#/components/schemas/Input/properties/part/x-permission-action",
    "`x-permission-action` is either an action or an object with exactly `resource` and `action`.",
  ],
  [
    "#/components/schemas/Input/properties/thing/x-permission-action",
    "The permission resource `units` has no action `paint`; it has view, edit.",
  ],
  [
    "#/components/schemas/Rename/properties/name/x-permission-action",
    "`x-permission-action` needs an operation whose `x-permission` names a resource.",
  ],
  [
    "/units/change/post/parameters/1/schema/x-permission-action",
    "`x-permission-action` belongs to a query parameter or a property of a request body; here it has no effect.",
  ],
  [
    "/units/change/post/responses/200/content/application/json/schema/properties/data/x-permission-action",
    "`x-permission-action` belongs to a query parameter or a property of a request body; here it has no effect.",
  ],
  [
    "/units/rename/post/x-permission-action",
    "`x-permission-action` belongs to a query parameter or a property of a request body; here it has no effect.",
  ],
]);
