import { describeRule } from "../describe-rule.ts";

describeRule("paging", [
  ["/units/only_page/get", "A paged operation has both `page` and `per_page`: add `per_page`."],
  ["/units/unbounded/get/parameters/1/schema", "`per_page` must state its `maximum`."],
  ["/units/unbounded/get/parameters/1/schema", "`per_page` must state its `default`."],
  ["/units/single/get/responses", "A paged operation must have `pagination` in its envelope and require it."],
  ["/units/single/get/responses", "`data` of a paged operation must be an array."],
  [
    "/units/no_parameters/get/responses",
    "An envelope with `pagination` needs the query parameters `page` and `per_page` on its operation.",
  ],
]);
