import { describeRule } from "../describe-rule.ts";

describeRule("supported", [
  ["#/webhooks", "Webhooks are not supported: remove them."],
  ["/units/parameters/get/servers", "`servers` of an operation is not supported: remove it."],
  ["/units/parameters/get/callbacks", "`callbacks` of an operation is not supported: remove it."],
  ["/units/parameters/get/requestBody", "A GET has no request body: use the query, or POST."],
  [
    "/units/parameters/get/requestBody/content/application/json/schema",
    "A request body must be an object or a list, and not null: give it an object.",
  ],
  ["/units/parameters/get/parameters/0", "The cookie parameter `session` is not supported: use a header."],
  [
    "/units/parameters/get/parameters/1/style",
    "The query parameter `piped` has a style that is not supported: leave it out.",
  ],
  [
    "/units/parameters/get/parameters/2",
    "The query parameter `open` has `allowReserved` or `allowEmptyValue`, which are not supported: remove them.",
  ],
  [
    "/units/parameters/get/parameters/3/content",
    "The query parameter `filter` needs a `schema` in place of `content`.",
  ],
  [
    "/units/parameters/get/parameters/4/schema",
    "The query parameter `part` must be a scalar of one type, or a list of such scalars.",
  ],
  [
    "/units/parameters/get/parameters/5/schema",
    "The query parameter `maybe` must be a scalar of one type, or a list of such scalars.",
  ],
  [
    "/units/parameters/get/parameters/6/schema",
    "The query parameter `rows` must be a scalar of one type, or a list of such scalars.",
  ],
  [
    "/units/parameters/get/parameters/7",
    "The query parameter `toString` has a name that every JavaScript object has: choose another.",
  ],
  [
    "/units/parameters/get/parameters/10",
    "The header parameter `Origin` cannot be set in a browser: choose another name.",
  ],
  ["/units/parameters/get/parameters/9", "`X-Kind` and `x-kind` are one header: remove one of them."],
  [
    "/units/parameters/get/responses/200/headers/x-request-id",
    "`X-Request-Id` and `x-request-id` are one header: remove one of them.",
  ],
  ["/units/redirects/options", "The server answers OPTIONS by itself: remove it."],
  [
    "/units/redirects/options/responses/302",
    "A response is 2xx, 304, 4xx or 5xx, with an exact status, which `302` is not.",
  ],
  [
    "/units/redirects/options/parameters/0",
    "The header parameter `Accept` is none: describe it by content or security.",
  ],
  ["/units/words/{word}.csv/get", "A parameter is a whole segment of a path, which `{word}.csv` is not."],
  [
    "#/components/schemas/Holder",
    "The query parameter `holder` must be a scalar of one type, or a list of such scalars.",
  ],
  [
    "#/components/schemas/Holder/properties/constructor",
    "Every JavaScript object has a member `constructor`: choose another name.",
  ],
]);
