import { listAt, objectAt, renamed, without } from "../support/contract.ts";
import type { Seed } from "./seed.ts";

const SCHEMAS = "#/components/schemas";
const PING = "#/paths/~1tests~1ping/get";
const LISTING = "#/paths/~1units~1listing/get";

/** Each touches a place of its own, so that all of them fit into one contract. */
export const BREAKING: readonly Seed[] = [
  {
    what: "a required property is gone from a response",
    bump: "major",
    place: `${SCHEMAS}/Unit/properties/name`,
    make(document) {
      delete objectAt(document, `${SCHEMAS}/Unit/properties`).name;
      without(document, `${SCHEMAS}/Unit/required`, "name");
    },
  },
  {
    what: "a response property has another type",
    bump: "major",
    place: `${SCHEMAS}/Pong/properties/version/type`,
    make: (document) => void (objectAt(document, `${SCHEMAS}/Pong/properties/version`).type = "integer"),
  },
  {
    what: "a response property can be null",
    bump: "major",
    place: `${SCHEMAS}/Registration/properties/email/type`,
    make: (document) => void (objectAt(document, `${SCHEMAS}/Registration/properties/email`).type = ["string", "null"]),
  },
  {
    what: "a response property may be missing",
    bump: "major",
    place: `${SCHEMAS}/LogoutResult/required`,
    make: (document) => without(document, `${SCHEMAS}/LogoutResult/required`, "logged_out_at"),
  },
  {
    what: "a closed list in a response has a new value",
    bump: "major",
    place: `${SCHEMAS}/UnitLifecycleStatus/enum`,
    make: (document) => void listAt(document, `${SCHEMAS}/UnitLifecycleStatus/enum`).push("lost"),
  },
  {
    what: "an upper bound of a parameter is lower",
    bump: "major",
    place: "#/components/parameters/PerPage/schema/maximum",
    make: (document) => void (objectAt(document, "#/components/parameters/PerPage/schema").maximum = 51),
  },
  {
    what: "a default is another",
    bump: "major",
    place: "#/components/parameters/PerPage/schema/default",
    make: (document) => void (objectAt(document, "#/components/parameters/PerPage/schema").default = 7),
  },
  {
    what: "a new parameter is required",
    bump: "major",
    place: `${PING}/parameters`,
    make(document) {
      objectAt(document, PING).parameters = [
        { name: "echo", in: "query", required: true, description: "Sent back.", schema: { type: "string" } },
      ];
    },
  },
  {
    what: "a new property of a body is required",
    bump: "major",
    place: `${SCHEMAS}/LoginRequest/required`,
    make(document) {
      objectAt(document, `${SCHEMAS}/LoginRequest/properties`).one_time_code = { type: "string", maxLength: 8 };
      listAt(document, `${SCHEMAS}/LoginRequest/required`).push("one_time_code");
    },
  },
  {
    what: "a text of a body must be longer",
    bump: "major",
    place: `${SCHEMAS}/PasswordReset/properties/password/minLength`,
    make: (document) => void (objectAt(document, `${SCHEMAS}/PasswordReset/properties/password`).minLength = 99),
  },
  {
    what: "a property of a body is no longer taken",
    bump: "major",
    place: `${SCHEMAS}/RegistrationCompletion/properties/language`,
    make: (document) => void delete objectAt(document, `${SCHEMAS}/RegistrationCompletion/properties`).language,
  },
  {
    what: "an operation is gone",
    bump: "major",
    place: "#/paths/~1auth~1monitor~1user",
    make: (document) => void delete objectAt(document, "#/paths")["/auth/monitor/user"],
  },
  {
    what: "an operation has another operationId",
    bump: "major",
    place: "#/paths/~1auth~1logout/post/operationId",
    make: (document) => void (objectAt(document, "#/paths/~1auth~1logout/post").operationId = "authLeave"),
  },
  {
    what: "a public operation needs a token",
    bump: "major",
    place: `${PING}/security`,
    rule: "authentication-required",
    make: (document) => void delete objectAt(document, PING).security,
  },
  {
    what: "an operation needs another permission",
    bump: "major",
    place: `${LISTING}/x-permission`,
    rule: "permission-changed",
    make: (document) => void (objectAt(document, LISTING)["x-permission"] = { resource: "units", action: "edit" }),
  },
  {
    what: "a status is gone",
    bump: "major",
    place: "#/paths/~1auth~1token/get/responses/503",
    make: (document) => void delete objectAt(document, "#/paths/~1auth~1token/get/responses")["503"],
  },
  {
    what: "a response header is gone",
    bump: "major",
    place: "#/paths/~1auth~1token/get/responses/200/headers/X-Request-Id",
    make: (document) =>
      void delete objectAt(document, "#/paths/~1auth~1token/get/responses/200/headers")["X-Request-Id"],
  },
  {
    what: "a path parameter has another name",
    bump: "major",
    place: "#/paths/~1auth~1registration~1{token}",
    rule: "path-parameter-renamed",
    make(document) {
      const paths = objectAt(document, "#/paths");
      const old = "/auth/registration/{registration_token}";
      objectAt(document, `#/paths/${old.replaceAll("/", "~1")}/get/parameters/0`).name = "token";
      paths["/auth/registration/{token}"] = paths[old];
      delete paths[old];
    },
  },
  {
    what: "a schema has another name",
    bump: "major",
    place: `${SCHEMAS}/CurrentToken`,
    rule: "schema-gone",
    make(document) {
      renamed(document, `${SCHEMAS}/CurrentToken`, `${SCHEMAS}/NewestToken`);
      const schemas = objectAt(document, SCHEMAS);
      schemas.NewestToken = schemas.CurrentToken;
      delete schemas.CurrentToken;
    },
  },
  {
    what: "a body has another media type",
    bump: "major",
    place: "#/paths/~1auth~1password~1reset~1request/post/requestBody/content/application~1json",
    make(document) {
      const content = objectAt(document, "#/paths/~1auth~1password~1reset~1request/post/requestBody/content");
      content["application/xml"] = content["application/json"];
      delete content["application/json"];
    },
  },
  {
    what: "a filter is gone",
    bump: "major",
    place: `${LISTING}/parameters/5`,
    make: (document) => without(document, `${LISTING}/parameters`, { $ref: "#/components/parameters/ClientId" }),
  },
  {
    what: "a success that clients of the release do not know",
    bump: "major",
    place: "#/paths/~1auth~1login/post/responses/202",
    rule: "success-added",
    make(document) {
      const responses = objectAt(document, "#/paths/~1auth~1login/post/responses");
      responses["202"] = structuredClone(responses["200"]);
    },
  },
  {
    what: "a response header is optional",
    bump: "major",
    place: "#/components/headers/RequestId/required",
    rule: "header-optional",
    make: (document) => void (objectAt(document, "#/components/headers/RequestId").required = false),
  },
  {
    what: "a lower limit of a body",
    bump: "major",
    place: "#/paths/~1auth~1login/post/requestBody/x-max-body-bytes",
    rule: "body-limit",
    make: (document) => void (objectAt(document, "#/paths/~1auth~1login/post/requestBody")["x-max-body-bytes"] = 10),
  },
];
