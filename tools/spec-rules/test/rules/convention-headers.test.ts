import { describeRule } from "../describe-rule.ts";

describeRule("convention-headers", [
  ["/units/post/responses", "What creates a record must answer 201."],
  ["/units/post/", "What creates a record must take the header `Idempotency-Key`."],
  [
    "/units/import/post/responses/201",
    "The 201 response is a record with a version, so it must declare the header `ETag`.",
  ],
  ["/units/import/post/responses/201", "The 201 response must declare the header `Location`."],
  ["/units/import/post/", "What creates a record must take the header `Idempotency-Key`."],
  ["/units/{unit_id}/get/responses/200", "A response declares `RateLimit` and `RateLimit-Policy` together."],
  [
    "/units/{unit_id}/get/responses/200",
    "The 200 response is a record with a version, so it must declare the header `ETag`.",
  ],
  ["/units/{unit_id}/delete/", "What changes a record with a version must take the header `If-Match`."],
  ["/units/{unit_id}/delete/responses", "What takes `If-Match` must declare the response 412."],
  [
    "/units/{unit_id}/patch/responses/200",
    "The 200 response is a record with a version, so it must declare the header `ETag`.",
  ],
  ["/units/{unit_id}/patch/", "What changes a record with a version must take the header `If-Match`."],
  ["/units/{unit_id}/patch/responses", "What takes `If-Match` must declare the response 412."],
  ["/units/status/get/responses/429", "A 429 response must declare the header `Retry-After`."],
  ["/units/status/get/responses/503", "A 503 response must declare the header `Retry-After`."],
  ["/units/limits/get/responses", "A GET that takes `If-None-Match` must declare the response 304."],
  ["/units/settings/get/", "What is answered with 304 must take the header `If-None-Match`."],
  [
    "/units/settings/get/responses/200",
    "The 200 response must declare the header `ETag`, which `If-None-Match` repeats.",
  ],
  [
    "/units/settings/get/responses/304",
    "The 304 response must declare the header `ETag`, which `If-None-Match` repeats.",
  ],
  ["/units/reset/post/responses/304", "Only a GET is answered with 304."],
]);
