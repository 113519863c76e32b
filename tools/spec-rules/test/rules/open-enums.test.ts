import { describeRule } from "../describe-rule.ts";

const change = "#/components/schemas/Change/properties";
const misplaced = "`x-open-enum` must stand in a schema, beside the `enum` that it opens.";
const sent = "A request may have known values only: `car`, `bus`.";

describeRule("open-enums", [
  ["/units/status/put/parameters/0/example/1", sent],
  ["/units/status/put/requestBody/content/application/json/example/kind", sent],
  [`${change}/kind/examples/0`, sent],
  [`${change}/counts/examples/0/ferry`, sent],
  ["/units/status/put/parameters/0/x-open-enum", misplaced],
  [`${change}/beside/x-open-enum`, misplaced],
  [`${change}/closed/x-open-enum`, "`x-open-enum` must be `true`. A closed enum has none."],
  [`${change}/plain/x-open-enum`, "`x-open-enum` must stand beside the `enum` that it opens."],
  [`${change}/gear/x-open-enum`, 'An open enum must have the type `string` or `[string, "null"]`.'],
  [`${change}/nullable/enum`, "`null` must be in the `enum` as well, or not in the `type`."],
  [`${change}/formatted/format`, "An open enum must have no `format`."],
  [`${change}/bounds/enum/1`, "`minLength`, `maxLength` and `pattern` must let `bus` through as well."],
  [`${change}/fallback/default`, "The `default` must be one of `car`, `bus`."],
]);
