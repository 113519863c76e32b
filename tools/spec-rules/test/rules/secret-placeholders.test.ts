import { describeRule } from "../describe-rule.ts";

describeRule("secret-placeholders", [
  [
    "/units/status/get/parameters/0/example",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/parameters/1/examples/named/value",
    "This example looks like a real secret: use a placeholder like `<API_KEY>`.",
  ],
  [
    "/units/status/get/responses/200/headers/X-Signature/example",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/api_key",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/token",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/pin",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/box/part",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/note",
    "This example looks like a real secret: use a placeholder like `<API_KEY>`.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/list/1",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "/units/status/get/responses/200/content/application/json/examples/keys/value/data/extra/any",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "#/components/schemas/Keys/properties/api_key/examples/1",
    "The example of a secret must be a placeholder like `<API_KEY>` or `bearer <ACCESS_TOKEN>`, or empty.",
  ],
  [
    "#/components/schemas/Keys/properties/note/examples/0",
    "This example looks like a real secret: use a placeholder like `<API_KEY>`.",
  ],
]);
