import { describeRule } from "../describe-rule.ts";

describeRule("expected-errors", [
  [
    "/units/change/post/responses",
    "unitsChange must declare the response 400: any request may be one that cannot be parsed.",
  ],
  ["/units/change/post/responses", "unitsChange must declare the response 401: it needs an access token."],
  ["/units/change/post/responses", "unitsChange must declare the response 403: it needs a permission."],
  ["/units/change/post/responses", "unitsChange must declare the response 413: its body may be too large."],
  ["/units/change/post/responses", "unitsChange must declare the response 415: its body may have another media type."],
  ["/units/change/post/responses", "unitsChange must declare the response 422: any request may break the contract."],
  ["/units/change/post/responses", "unitsChange must declare the response 500: any operation may fail."],
  ["/units/change/post/responses", "unitsChange must declare the response 503: the service may be unavailable."],
  ["/tests/ping/get/responses", "testsPing must declare the response 422: any request may break the contract."],
]);
