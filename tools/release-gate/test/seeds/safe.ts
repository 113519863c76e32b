import { listAt, objectAt } from "../support/contract.ts";
import type { Seed } from "./seed.ts";

const SCHEMAS = "#/components/schemas";
const PING = "#/paths/~1tests~1ping/get";
const LISTING = "#/paths/~1units~1listing/get";

/** Each touches a place of its own, so that all of them fit into one contract. */
export const SAFE: readonly Seed[] = [
  {
    what: "a new operation",
    bump: "minor",
    place: "#/paths/~1tests~1pong",
    make(document) {
      const pong = structuredClone(objectAt(document, "#/paths/~1tests~1ping"));
      objectAt(pong, "#/get").operationId = "testsPong";
      objectAt(document, "#/paths")["/tests/pong"] = pong;
    },
  },
  {
    what: "a new optional parameter, before all others",
    bump: "minor",
    place: `${LISTING}/parameters/0`,
    make(document) {
      const parameter = { name: "starts_with", in: "query", description: "Prefix.", schema: { type: "string" } };
      listAt(document, `${LISTING}/parameters`).unshift(parameter);
    },
  },
  {
    what: "a new property of a response",
    bump: "minor",
    place: `${SCHEMAS}/Pong/properties/region`,
    make(document) {
      objectAt(document, `${SCHEMAS}/Pong/properties`).region = { type: ["string", "null"], maxLength: 20 };
      listAt(document, `${SCHEMAS}/Pong/required`).push("region");
    },
  },
  {
    what: "a new optional property of a body",
    bump: "minor",
    place: `${SCHEMAS}/LoginRequest/properties/one_time_code`,
    make(document) {
      objectAt(document, `${SCHEMAS}/LoginRequest/properties`).one_time_code = { type: "string", maxLength: 8 };
    },
  },
  {
    what: "a text of a body may be longer",
    bump: "minor",
    place: `${SCHEMAS}/LoginRequest/properties/username/maxLength`,
    make: (document) => void (objectAt(document, `${SCHEMAS}/LoginRequest/properties/username`).maxLength = 9999),
  },
  {
    what: "a new problem code",
    bump: "minor",
    place: `${SCHEMAS}/ProblemCode/enum`,
    rule: "problem-codes-grow",
    make: (document) => void listAt(document, `${SCHEMAS}/ProblemCode/enum`).push("teapot"),
  },
  {
    what: "a new status",
    bump: "minor",
    place: `${LISTING}/responses/409`,
    make(document) {
      const conflict = structuredClone(objectAt(document, `${LISTING}/responses/403`));
      objectAt(document, `${LISTING}/responses`)["409"] = conflict;
    },
  },
  {
    what: "a permission that falls away",
    bump: "minor",
    place: `${LISTING}/x-permission`,
    rule: "permission-changed",
    make: (document) => void (objectAt(document, LISTING)["x-permission"] = "self"),
  },
  {
    what: "a deprecation",
    bump: "minor",
    place: "#/paths/~1auth~1monitor~1user/post/deprecated",
    make: (document) => void (objectAt(document, "#/paths/~1auth~1monitor~1user/post").deprecated = true),
  },
  {
    what: "other words",
    bump: "patch",
    place: `${PING}/summary`,
    make: (document) => void (objectAt(document, PING).summary = "Ask whether anybody is there"),
  },
  {
    what: "another example",
    bump: "patch",
    place: `${SCHEMAS}/Unit/properties/name/examples`,
    make: (document) => void (objectAt(document, `${SCHEMAS}/Unit/properties/name`).examples = ["Unit 002"]),
  },
  {
    what: "304 for callers who send the condition, which none could before",
    bump: "minor",
    place: `${PING}/responses/304`,
    make(document) {
      const condition = { name: "If-None-Match", in: "header", description: "Tag.", schema: { type: "string" } };
      const operation = objectAt(document, PING);
      operation.parameters = [condition];
      objectAt(document, `${PING}/responses`)["304"] = { description: "Nothing has changed." };
    },
  },
  {
    what: "a higher limit of a body",
    bump: "minor",
    place: "#/paths/~1auth~1login/post/requestBody/x-max-body-bytes",
    rule: "body-limit",
    make: (document) => void (objectAt(document, "#/paths/~1auth~1login/post/requestBody")["x-max-body-bytes"] = 99999),
  },
];
