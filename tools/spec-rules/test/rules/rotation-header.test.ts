import { describeRule } from "../describe-rule.ts";

describeRule("rotation-header", [
  [
    "/auth/login/get/responses/200",
    "A login always gives a token: its header `Authorization` must be `required: true`.",
  ],
  ["/auth/login/get/responses/201", "The 201 response must declare the header `Authorization`, where a token comes."],
  [
    "/auth/login/get/responses/400",
    "The 400 response never carries a newer token, so it must not declare the header `Authorization`.",
  ],
  [
    "/auth/logout/get/responses/200",
    "The 200 response never carries a newer token, so it must not declare the header `Authorization`.",
  ],
  ["/auth/logout/get/responses/500", "The 500 response must declare the header `Authorization`, where a token comes."],
  ["/units/status/get/responses/200", "The 200 response must declare the header `Authorization`, where a token comes."],
  [
    "/units/status/get/responses/201",
    "A newer token comes only with some responses: `Authorization` of the 201 response must not be required.",
  ],
  [
    "/units/status/get/responses/401",
    "The 401 response never carries a newer token, so it must not declare the header `Authorization`.",
  ],
  [
    "/tests/ping/get/responses/200",
    "The 200 response never carries a newer token, so it must not declare the header `Authorization`.",
  ],
  ["/tests/echo/get/responses/200", "The 200 response must declare the header `Authorization`, where a token comes."],
]);
