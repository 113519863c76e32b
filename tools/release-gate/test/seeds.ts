import type { Bump } from "../src/bump.ts";
import { all, drop, type Edit, listAt, objectAt, push, renamed, set, unset } from "./support.ts";

/** A change that somebody makes to the contract, and what the comparison has to say of it. */
export interface Seed {
  readonly what: string;
  readonly bump: Bump;
  /** JSON pointer that the comparison must name. */
  readonly place: string;
  readonly edit: Edit;
  /** The rule that has to decide. */
  readonly rule?: string;
}

const SCHEMAS = "#/components/schemas";
const UNIT = `${SCHEMAS}/Unit/properties`;
const UPDATE = `${SCHEMAS}/UnitUpdate/properties`;
const LOGIN = `${SCHEMAS}/Login/properties`;
const LISTING = "#/paths/~1units~1listing/get";
const DETAIL = "#/paths/~1units~1{unit_id}/get";
const PATCH = "#/paths/~1units~1{unit_id}/patch";
const AUTH = "#/paths/~1auth~1login/post";
const LOGOUT = "#/paths/~1auth~1logout/post";
const PING = "#/paths/~1tests~1ping/get";
const PER_PAGE = "#/components/parameters/PerPage";
const HEADER = "#/components/headers/RequestId";
const JSON_BODY = "requestBody/content/application~1json";

const query = (name: string, more: object = {}): object => ({
  name,
  in: "query",
  description: "Words.",
  schema: { type: "string", maxLength: 9 },
  ...more,
});

function at(place: string): (what: string, bump: Bump, edit: Edit, rule?: string) => Seed {
  return (what, bump, edit, rule) => ({ what, bump, place, edit, ...(rule === undefined ? {} : { rule }) });
}

/** Changes whose place is the pointer that the edit is made at. */
function setAt(what: string, bump: Bump, place: string, value: unknown, rule?: string): Seed {
  return at(place)(what, bump, set(place, value), rule);
}

function unsetAt(what: string, bump: Bump, place: string, rule?: string): Seed {
  return at(place)(what, bump, unset(place), rule);
}

function pushAt(what: string, bump: Bump, place: string, value: unknown, rule?: string): Seed {
  return at(place)(what, bump, push(place, value), rule);
}

function dropAt(what: string, bump: Bump, place: string, value: unknown, rule?: string): Seed {
  return at(place)(what, bump, drop(place, value), rule);
}

function renamePath(from: string, to: string, parameter?: string): Edit {
  return (document) => {
    const paths = objectAt(document, "#/paths");
    if (parameter !== undefined)
      Object.assign(listAt(paths, `#/${from.replaceAll("/", "~1")}/parameters`)[0] as object, { name: parameter });
    paths[to] = paths[from];
    delete paths[from];
  };
}

function renameSchema(from: string, to: string): Edit {
  return (document) => {
    renamed(document, `${SCHEMAS}/${from}`, `${SCHEMAS}/${to}`);
    const schemas = objectAt(document, SCHEMAS);
    schemas[to] = schemas[from];
    delete schemas[from];
  };
}

function copy(from: string, to: string): Edit {
  return (document) => set(to, objectAt(document, from))(document);
}

// oxfmt-ignore
const RESPONSES: readonly Seed[] = [
  at(`${UNIT}/name`)("a required property leaves a response", "major", all(unset(`${UNIT}/name`), drop(`${SCHEMAS}/Unit/required`, "name"))),
  unsetAt("an optional property leaves a response", "major", `${UNIT}/nickname`),
  at(`${SCHEMAS}/Pong/properties/region`)("a response gains a required property", "minor", all(set(`${SCHEMAS}/Pong/properties/region`, { type: "string" }), push(`${SCHEMAS}/Pong/required`, "region"))),
  setAt("a response gains an optional property", "minor", `${SCHEMAS}/Pong/properties/region`, { type: "string" }),
  setAt("a response property has another type", "major", `${SCHEMAS}/Pong/properties/version/type`, "integer"),
  setAt("a response type is widened from integer to number", "major", `${UNIT}/unit_id/type`, "number"),
  setAt("a response type is narrowed from number to integer", "minor", `${SCHEMAS}/Position/properties/lat/type`, "integer"),
  setAt("a response property may be null", "major", `${UNIT}/name/type`, ["string", "null"]),
  setAt("a response property is never null", "minor", `${UNIT}/carrier/type`, "string"),
  dropAt("a response property may be missing", "major", `${SCHEMAS}/Unit/required`, "name"),
  pushAt("a response property is always present", "minor", `${SCHEMAS}/Unit/required`, "nickname"),
  pushAt("a closed enum in a response has a new value", "major", `${SCHEMAS}/Status/enum`, "lost", "enum-values"),
  setAt("a string in a response may be longer", "major", `${UNIT}/nickname/maxLength`, 21),
  setAt("a string in a response is shorter", "minor", `${UNIT}/nickname/maxLength`, 19),
  unsetAt("a string in a response has no longest length", "major", `${UNIT}/nickname/maxLength`),
  setAt("a string in a response has a pattern", "minor", `${UNIT}/nickname/pattern`, "^a"),
  unsetAt("a string in a response loses its format", "major", `${SCHEMAS}/Token/properties/expires_at/format`),
  setAt("a string in a response has another format", "major", `${SCHEMAS}/Token/properties/expires_at/format`, "date"),
  setAt("a list in a response may be longer", "major", `${LISTING}/responses/200/content/application~1json/schema/properties/data/maxItems`, 101),
  at(`${UNIT}/position/anyOf/2`)("a response has one more alternative", "major", push(`${UNIT}/position/anyOf`, { type: "string" })),
  at(`${UNIT}/position/anyOf/1`)("a response has one alternative fewer", "minor", drop(`${UNIT}/position/anyOf`, { type: "null" })),
  at(`${SCHEMAS}/Pong/properties/version/anyOf/1`)("a schema of a response becomes one of two", "major", set(`${SCHEMAS}/Pong/properties/version`, { anyOf: [{ type: "string" }, { type: "null" }] })),
  setAt("an object of a response is closed", "minor", `${SCHEMAS}/Pong/additionalProperties`, false),
  setAt("a key of an open map is named", "minor", `${UNIT}/rights/properties/share`, { type: "boolean" }, "open-map-keys"),
  unsetAt("an optional key of an open map is no longer named", "minor", `${UNIT}/rights/properties/edit`, "open-map-keys"),
  unsetAt("a required key of an open map is removed", "major", `${UNIT}/rights/properties/view`, "properties-changed"),
  setAt("a number in a response has an exclusive bound at the same value", "minor", `${SCHEMAS}/Position/properties/lat/exclusiveMinimum`, -90),
  unsetAt("a number in a response has no bound", "major", `${SCHEMAS}/Position/properties/lat/maximum`),
  setAt("the values of a map have another type", "major", `${UNIT}/rights/additionalProperties/type`, "string"),
  setAt("the items of a list have another type", "major", `${UNIT}/tags/items/type`, "integer"),
  at(`${SCHEMAS}/Token/properties/version`)("a response refers to another schema", "major", set(`${PING}/responses/200/content/application~1json/schema/$ref`, `${SCHEMAS}/Token`)),
];

// oxfmt-ignore
const REQUESTS: readonly Seed[] = [
  at(`${SCHEMAS}/Login/required`)("a body gains a required property", "major", all(set(`${LOGIN}/code`, { type: "string" }), push(`${SCHEMAS}/Login/required`, "code"))),
  setAt("a body gains an optional property", "minor", `${LOGIN}/code`, { type: "string", maxLength: 8 }),
  unsetAt("a body no longer takes an optional property", "major", `${LOGIN}/language`),
  at(`${LOGIN}/password`)("a body no longer takes a required property", "major", all(unset(`${LOGIN}/password`), drop(`${SCHEMAS}/Login/required`, "password"))),
  pushAt("an optional property of a body is required", "major", `${SCHEMAS}/Login/required`, "language"),
  dropAt("a required property of a body is optional", "minor", `${SCHEMAS}/Login/required`, "password"),
  setAt("a body may have null", "minor", `${LOGIN}/language/type`, ["string", "null"]),
  setAt("a body may no longer have null", "major", `${UPDATE}/carrier/type`, "string"),
  setAt("a type of a body is widened", "minor", `${SCHEMAS}/Distance/properties/metres/type`, "number"),
  setAt("a type of a body is narrowed", "major", `${LOGIN}/language/type`, "integer"),
  setAt("a string of a body may be longer", "minor", `${LOGIN}/username/maxLength`, 100),
  setAt("a string of a body must be shorter", "major", `${LOGIN}/username/maxLength`, 98),
  setAt("a string of a body must be longer", "major", `${LOGIN}/password/minLength`, 9),
  setAt("a string of a body may be shorter", "minor", `${LOGIN}/password/minLength`, 7),
  setAt("a string of a body gets a longest length", "major", `${UPDATE}/icon/maxLength`, 5),
  setAt("a string of a body has another pattern", "major", `${UPDATE}/icon/pattern`, "^[a-f]+$"),
  setAt("a string of a body gets a pattern", "major", `${LOGIN}/language/pattern`, "^[a-z]{2}$"),
  unsetAt("a string of a body has no pattern", "minor", `${UPDATE}/icon/pattern`),
  setAt("a string of a body has another format", "major", `${UPDATE}/installed_on/format`, "date-time"),
  unsetAt("a string of a body has no format", "minor", `${UPDATE}/installed_on/format`),
  setAt("a list of a body must be shorter", "major", `${UPDATE}/tags/maxItems`, 8),
  setAt("a list of a body has no equal items", "major", `${UPDATE}/tags/uniqueItems`, true),
  setAt("a body needs more properties", "major", `${SCHEMAS}/UnitUpdate/minProperties`, 2),
  setAt("a body is closed", "major", `${SCHEMAS}/Login/additionalProperties`, false),
  unsetAt("a closed body is opened", "minor", `${SCHEMAS}/UnitUpdate/additionalProperties`),
  at(`${UPDATE}/trigger/oneOf/2`)("a body has one more alternative", "minor", push(`${UPDATE}/trigger/oneOf`, { type: "string" })),
  at(`${UPDATE}/trigger/oneOf/1`)("a body has one alternative fewer", "major", drop(`${UPDATE}/trigger/oneOf`, { $ref: `${SCHEMAS}/Interval` })),
  setAt("a body gets a keyword that no rule knows", "major", `${UPDATE}/icon/contentEncoding`, "base64"),
  setAt("a default of a body is another", "major", `${LOGOUT}/${JSON_BODY}/schema/properties/all/default`, true),
  setAt("a property of a body gets a default", "minor", `${LOGIN}/language/default`, "en"),
  setAt("a body is required", "major", `${LOGOUT}/requestBody/required`, true),
  setAt("a body is optional", "minor", `${PATCH}/requestBody/required`, false),
  setAt("an operation takes a body", "minor", `${PING}/requestBody`, { content: { "application/json": { schema: { type: "object" } } },
  }),
  setAt("an operation needs a body", "major", `${PING}/requestBody`, { required: true, content: { "application/json": { schema: { type: "object" } } },
  }),
  unsetAt("an operation takes no body", "major", `${LOGOUT}/requestBody`),
  setAt("a property needs an action", "major", `${UPDATE}/color/x-permission-action`, "paint", "field-permission"),
  setAt("a property needs another action", "major", `${UPDATE}/name/x-permission-action`, "paint", "field-permission"),
  unsetAt("a property needs no action any more", "minor", `${UPDATE}/name/x-permission-action`, "field-permission"),
  setAt("a largest body is smaller", "major", `${AUTH}/requestBody/x-max-body-bytes`, 10, "body-limit"),
  setAt("a largest body is larger", "minor", `${AUTH}/requestBody/x-max-body-bytes`, 9999, "body-limit"),
];

// oxfmt-ignore
const PARAMETERS: readonly Seed[] = [
  at(`${PING}/parameters`)("a first parameter is required", "major", set(`${PING}/parameters`, [query("echo", { required: true })])),
  at(`${LISTING}/parameters/0`)("an optional parameter comes before all others", "minor", (document) => void listAt(document, `${LISTING}/parameters`).unshift(query("starts_with"))),
  at(`${LISTING}/parameters/5`)("another parameter is required", "major", push(`${LISTING}/parameters`, query("echo", { required: true }))),
  at(`${LISTING}/parameters/0/required`)("an optional parameter is required", "major", set(`${LISTING}/parameters/0/required`, true)),
  at(`${LISTING}/parameters/4`)("a parameter is removed", "major", drop(`${LISTING}/parameters`, { $ref: "#/components/parameters/ClientId" })),
  at(`${LISTING}/parameters/0`)("a parameter moves to the headers", "major", set(`${LISTING}/parameters/0/in`, "header")),
  at(`${LISTING}/parameters/0`)("a parameter has another name", "major", set(`${LISTING}/parameters/0/name`, "q")),
  setAt("a parameter is serialised in another way", "major", `${LISTING}/parameters/0/style`, "pipeDelimited"),
  setAt("a parameter is deprecated", "minor", `${LISTING}/parameters/0/deprecated`, true),
  setAt("a parameter needs an action", "major", `${LISTING}/parameters/0/x-permission-action`, "delete", "field-permission"),
  setAt("a parameter behind a reference has a lower bound", "major", `${PER_PAGE}/schema/maximum`, 51),
  setAt("a parameter behind a reference has a higher bound", "minor", `${PER_PAGE}/schema/maximum`, 101),
  setAt("a bound of a parameter becomes exclusive", "major", `${PER_PAGE}/schema/exclusiveMinimum`, 1),
  setAt("a default of a parameter is another", "major", `${PER_PAGE}/schema/default`, 7),
  unsetAt("a default of a parameter is removed", "major", `${PER_PAGE}/schema/default`),
  setAt("a parameter of a path has a higher bound", "major", "#/paths/~1units~1{unit_id}/parameters/0/schema/minimum", 2),
  at("#/paths/~1units~1{id}")("a parameter of a path has another name", "major", renamePath("/units/{unit_id}", "/units/{id}", "id"), "path-parameter-renamed"),
];

// oxfmt-ignore
const OPERATIONS: readonly Seed[] = [
  at("#/paths/~1tests~1pong")("an operation on a path of its own is added", "minor", all(copy("#/paths/~1tests~1ping", "#/paths/~1tests~1pong"), set("#/paths/~1tests~1pong/get/operationId", "testsPong"))),
  at(`${PING.slice(0, -3)}post`)("an operation on a known path is added", "minor", all(copy(PING, `${PING.slice(0, -3)}post`), set(`${PING.slice(0, -3)}post/operationId`, "testsPost"))),
  unsetAt("the only operation of a path is removed", "major", "#/paths/~1auth~1logout"),
  unsetAt("one of two operations of a path is removed", "major", PATCH),
  at("#/paths/~1tests~1ping")("a path is renamed", "major", renamePath("/tests/ping", "/tests/echo")),
  setAt("an operationId is another", "major", `${LOGOUT}/operationId`, "authLeave"),
  setAt("an operation is deprecated", "minor", `${LOGOUT}/deprecated`, true),
  setAt("an operation has another summary", "patch", `${PING}/summary`, "Ask whether anybody is there"),
  setAt("an operation has another tag", "patch", `${LISTING}/tags`, ["fleet"]),
  setAt("an operation needs another permission", "major", `${LISTING}/x-permission`, { resource: "units", action: "edit" }, "permission-changed"),
  setAt("an operation needs a permission for the first time", "major", `${LOGOUT}/x-permission`, { resource: "units", action: "edit" }, "permission-changed"),
  setAt("a permission falls away", "minor", `${LISTING}/x-permission`, "self", "permission-changed"),
  unsetAt("a public operation needs a token", "major", `${PING}/security`, "authentication-required"),
  setAt("an operation needs no token any more", "minor", `${LOGOUT}/security`, []),
  setAt("an operation accepts another scheme as well", "minor", `${LOGOUT}/security`, [{ bearer: [] }, { key: [] }]),
  setAt("an operation accepts another scheme only", "major", `${LOGOUT}/security`, [{ key: [] }]),
  setAt("an operation requires a scope", "major", `${LOGOUT}/security`, [{ bearer: ["write"] }]),
  unsetAt("a failure status is removed", "major", `${LISTING}/responses/503`),
  at(`${LISTING}/responses/409`)("a failure status is added", "minor", copy(`${LISTING}/responses/403`, `${LISTING}/responses/409`)),
  at(`${AUTH}/responses/202`)("a success that clients of the release do not know is added", "major", copy(`${AUTH}/responses/200`, `${AUTH}/responses/202`), "success-added"),
  unsetAt("a success is removed", "major", `${LOGOUT}/responses/204`),
  setAt("304 is added where callers send the condition", "major", `${DETAIL}/responses/304`, { description: "Nothing changed." }, "success-added"),
  setAt("304 is added where no caller could send the condition", "minor", `${PING}/responses/304`, { description: "Nothing changed.",
  }),
  pushAt("a status has a new problem code", "minor", `${LISTING}/responses/403/x-problem-codes`, "quota", "problem-codes-grow"),
  pushAt("the contract has a new problem code", "minor", `${SCHEMAS}/ProblemCode/enum`, "teapot", "problem-codes-grow"),
  unsetAt("a response header is removed", "major", `${LISTING}/responses/200/headers/X-Request-Id`),
  at(`${PING}/responses/200/headers`)("a first response header is added", "minor", set(`${PING}/responses/200/headers`, { "X-Request-Id": { $ref: HEADER } })),
  setAt("a response header is optional", "major", `${HEADER}/required`, false, "header-optional"),
  setAt("a response header may be longer", "major", `${HEADER}/schema/maxLength`, 65),
  at(`${AUTH}/${JSON_BODY}`)("a body has another media type", "major", all(copy(`${AUTH}/${JSON_BODY}`, `${AUTH}/requestBody/content/application~1xml`), unset(`${AUTH}/${JSON_BODY}`))),
  at(`${AUTH}/requestBody/content/application~1xml`)("a body may have another media type", "minor", copy(`${AUTH}/${JSON_BODY}`, `${AUTH}/requestBody/content/application~1xml`)),
  at(`${PING}/responses/200/content/application~1json`)("a response has another media type", "major", all(copy(`${PING}/responses/200/content/application~1json`, `${PING}/responses/200/content/application~1xml`), unset(`${PING}/responses/200/content/application~1json`))),
  unsetAt("a response has no content any more", "major", `${PING}/responses/200/content`),
];

// oxfmt-ignore
const DOCUMENT: readonly Seed[] = [
  at(`${SCHEMAS}/Token`)("a schema has another name", "major", renameSchema("Token", "Session"), "schema-gone"),
  unsetAt("a schema that no operation uses is removed", "major", `${SCHEMAS}/Unused`, "schema-gone"),
  setAt("a schema that no operation uses has another type", "patch", `${SCHEMAS}/Unused/properties/note/type`, "integer"),
  setAt("a schema is added", "patch", `${SCHEMAS}/Fresh`, { type: "string" }),
  setAt("the contract has another title", "patch", "#/info/title", "Tracking"),
  setAt("an example is another", "patch", `${UNIT}/name/examples`, ["Unit 002"]),
  setAt("a property has a description", "patch", `${UNIT}/name/description`, "Its name."),
  setAt("a response has another description", "patch", `${PING}/responses/200/description`, "Yes."),
  setAt("a parameter has another description", "patch", `${LISTING}/parameters/0/description`, "A part of it."),
  setAt("the server has another address", "major", "#/servers/0/url", "/api/v2"),
  at("#/servers/1")("a server is added", "minor", push("#/servers", { url: "/other" })),
  setAt("a tag has another description", "patch", "#/tags/0/description", "Devices."),
  at("#/security")("the contract requires another scheme", "major", all(set("#/security", [{ key: [] }]), set("#/components/securitySchemes/key", { type: "http", scheme: "basic" }))),
  setAt("a security scheme is another", "major", "#/components/securitySchemes/bearer/scheme", "basic"),
  setAt("a security scheme has a description", "patch", "#/components/securitySchemes/bearer/description", "A token."),
];

export const SEEDS: readonly Seed[] = [...RESPONSES, ...REQUESTS, ...PARAMETERS, ...OPERATIONS, ...DOCUMENT];
