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
const FORMS = `${SCHEMAS}/Forms/properties`;
const PUT = "#/paths/~1tests~1forms/put";
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

function renamedKey(place: string, from: string, to: string): Edit {
  return (document) =>
    all(set(`${place}/${to}`, objectAt(document, `${place}/${from}`)), unset(`${place}/${from}`))(document);
}

function movePath(path: string, name: string): Edit {
  return (document) => {
    const paths = objectAt(document, "#/paths");
    objectAt(document, "#/components").pathItems = { [name]: paths[path] };
    paths[path] = { $ref: `#/components/pathItems/${name}` };
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

/** Keywords in places that are sent and received, so that a change in either direction is a break. */
// oxfmt-ignore
const KEYWORDS: readonly Seed[] = [
  setAt("an `allOf` schema has another property type", "major", `${FORMS}/all/allOf/1/properties/a/type`, "integer"),
  unsetAt("an `allOf` schema loses a property", "major", `${FORMS}/all/allOf/1/properties/a`),
  setAt("an `allOf` schema gains a property", "minor", `${FORMS}/all/allOf/1/properties/b`, { type: "string" }),
  at(`${FORMS}/all/allOf/1`)("an `allOf` schema is removed", "major", drop(`${FORMS}/all/allOf`, { type: "object", properties: { a: { type: "string" } } })),
  at(`${FORMS}/all/allOf/2`)("an `allOf` schema is added", "major", push(`${FORMS}/all/allOf`, { required: ["a"] })),
  at(`${FORMS}/all/allOf/0`)("`allOf` is removed", "major", unset(`${FORMS}/all/allOf`)),
  setAt("`prefixItems` has another type", "major", `${FORMS}/tuple/prefixItems`, [{ type: "integer" }, { $ref: `${SCHEMAS}/Label` }]),
  setAt("the items after `prefixItems` are free", "major", `${FORMS}/tuple/items`, true),
  at(`${FORMS}/tuple/prefixItems`)("a schema that `prefixItems`, `patternProperties` and `not` refer to is changed", "major", set(`${SCHEMAS}/Label/maxLength`, 8)),
  at(`${FORMS}/some/contains`)("a schema that `contains` and `else` refer to is changed", "major", set(`${SCHEMAS}/Part/properties/size/minimum`, 1)),
  unsetAt("`contains` is removed", "major", `${FORMS}/some/contains`),
  setAt("`unevaluatedItems` has another type", "major", `${FORMS}/some/unevaluatedItems/type`, "integer"),
  setAt("`propertyNames` is shorter", "major", `${FORMS}/names/propertyNames/maxLength`, 8),
  setAt("`patternProperties` has another pattern", "major", `${FORMS}/names/patternProperties`, { "^y-": { $ref: `${SCHEMAS}/Label` } }),
  setAt("`unevaluatedProperties` is closed", "major", `${FORMS}/names/unevaluatedProperties`, false),
  setAt("`dependentRequired` is changed", "major", `${FORMS}/names/dependentRequired`, { card: [] }),
  unsetAt("`dependentSchemas` is removed", "major", `${FORMS}/names/dependentSchemas`),
  setAt("`if` is changed", "major", `${FORMS}/choice/if`, { required: ["sort"] }),
  setAt("`then` is changed", "major", `${FORMS}/choice/then`, { maxProperties: 4 }),
  unsetAt("`else` is removed", "major", `${FORMS}/choice/else`),
  unsetAt("`not` is removed", "major", `${FORMS}/none/not`),
  at(`${FORMS}/any/type`)("a schema that is true gets a type", "major", set(`${FORMS}/any`, { type: "string" })),
  at(`${FORMS}/any/not`)("a schema that is true is false", "major", set(`${FORMS}/any`, false)),
  setAt("a schema that is true is an empty one", "patch", `${FORMS}/any`, {}),
  setAt("an empty schema is true", "patch", `${FORMS}/empty`, true),
  at(`${FORMS}/empty/type`)("an empty schema gets a type", "major", set(`${FORMS}/empty/type`, "string")),
  at(`${FORMS}/never/not`)("a schema that is false is true", "major", set(`${FORMS}/never`, true)),
  setAt("a `const` is another", "major", `${FORMS}/word/const`, "ping"),
  at(`${FORMS}/word/enum`)("a `const` is an enum of more values", "major", set(`${FORMS}/word`, { enum: ["pong", "ping"] })),
  at(`${FORMS}/word/const`)("a `const` is an enum of the same value", "patch", set(`${FORMS}/word`, { enum: ["pong"] })),
  setAt("a `const` stands beside an enum", "major", `${FORMS}/size/const`, 1),
  setAt("an enum of numbers has another value", "major", `${FORMS}/size/enum`, [1, 3]),
  setAt("an enum of numbers has another order", "patch", `${FORMS}/size/enum`, [2, 1]),
  setAt("a keyword that its reference has too is changed", "major", `${FORMS}/short/maxLength`, 4),
  at(`${SCHEMAS}/Label/maxLength`)("a keyword that its reference has too is removed", "major", unset(`${FORMS}/short/maxLength`)),
  at(`${FORMS}/all/allOf/0`)("a keyword stands beside a reference", "major", set(`${FORMS}/all/allOf/0/minProperties`, 2)),
  at(`${FORMS}/empty/$ref`)("a reference leads nowhere", "major", set(`${FORMS}/empty`, { $ref: "other.yaml" })),
  setAt("a discriminator has another mapping", "major", `${FORMS}/shape/discriminator`, { propertyName: "size", mapping: { two: `${SCHEMAS}/Part` } }),
  at(`${FORMS}/map/properties/new/type`)("a key of an open map has another type than the others", "major", set(`${FORMS}/map/properties/new`, { type: "string" })),
  at(`${FORMS}/map/additionalProperties/type`)("a key of an open map falls back to another type", "major", all(set(`${FORMS}/map/additionalProperties/type`, "string"), unset(`${FORMS}/map/properties/known`))),
  setAt("a named key of an open map has another type", "major", `${FORMS}/map/properties/known/type`, "string"),
  unsetAt("a property with the name of a member of every object is removed", "major", `${FORMS}/constructor`),
  setAt("a type is one of several", "major", `${FORMS}/constructor/type`, ["string", "integer"]),
  setAt("a type is a list of itself", "patch", `${FORMS}/constructor/type`, ["string"]),
  setAt("a property is only read", "major", `${FORMS}/constructor/readOnly`, true),
  setAt("a schema has an unknown extension", "major", `${FORMS}/constructor/x-unknown`, 1),
  setAt("a property gets a note", "patch", `${FORMS}/constructor/x-expected`, "a word"),
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
  at(`${LISTING}/parameters/0/content`)("a parameter gets media types", "major", set(`${LISTING}/parameters/0`, { name: "search", in: "query", content: { "application/json": { schema: { type: "string", maxLength: 40 } } } })),
  at(`${PUT}/parameters/0/content`)("a parameter has a schema instead of media types", "major", set(`${PUT}/parameters/0`, { name: "filter", in: "query", schema: { $ref: `${SCHEMAS}/Forms` } })),
  at(`${PUT}/parameters/0/content/text~1plain`)("a parameter has another media type", "minor", set(`${PUT}/parameters/0/content/text~1plain`, {})),
  at(`${PUT}/parameters/1/schema/type`)("a parameter loses its schema", "minor", unset(`${PUT}/parameters/1/schema`)),
  setAt("a list in a parameter is separated by commas", "major", `${PUT}/parameters/1/explode`, false),
  setAt("a list in a parameter says how it is separated", "patch", `${PUT}/parameters/1/explode`, true),
  setAt("a parameter says its style", "patch", `${PUT}/parameters/1/style`, "form"),
  setAt("a parameter allows reserved characters", "major", `${PUT}/parameters/1/allowReserved`, true),
  setAt("a parameter has an unknown member", "major", `${PUT}/parameters/1/surprise`, 1, "unknown-keyword"),
  at(`${PUT}/parameters/0/content/application~1json/encoding`)("a media type of a parameter gets an encoding", "major", set(`${PUT}/parameters/0/content/application~1json/encoding`, {}), "unknown-keyword"),
  at(`${PUT}/parameters/0/name`)("parameters have another order", "patch", (document) => void listAt(document, `${PUT}/parameters`).unshift(listAt(document, `${PUT}/parameters`).pop())),
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
  setAt("a response header is optional", "major", `${HEADER}/required`, false, "header-members"),
  setAt("a response header may be longer", "major", `${HEADER}/schema/maxLength`, 65),
  at(`${AUTH}/${JSON_BODY}`)("a body has another media type", "major", all(copy(`${AUTH}/${JSON_BODY}`, `${AUTH}/requestBody/content/application~1xml`), unset(`${AUTH}/${JSON_BODY}`))),
  at(`${AUTH}/requestBody/content/application~1xml`)("a body may have another media type", "minor", copy(`${AUTH}/${JSON_BODY}`, `${AUTH}/requestBody/content/application~1xml`)),
  at(`${PING}/responses/200/content/application~1json`)("a response has another media type", "major", all(copy(`${PING}/responses/200/content/application~1json`, `${PING}/responses/200/content/application~1xml`), unset(`${PING}/responses/200/content/application~1json`))),
  unsetAt("a response has no content any more", "major", `${PING}/responses/200/content`),
  at(`${PING}/responses/200/content/application~1json/schema/type`)("a media type of a response loses its schema", "major", unset(`${PING}/responses/200/content/application~1json/schema`)),
  at(`${PUT}/responses/200/content/application~1octet-stream/schema/type`)("a media type of a response gets a schema", "minor", set(`${PUT}/responses/200/content/application~1octet-stream/schema`, { type: "string" })),
  at(`${PUT}/requestBody/content/text~1plain/schema/type`)("a media type of a body gets a schema", "major", set(`${PUT}/requestBody/content/text~1plain/schema`, { type: "string" })),
  at(`${PUT}/requestBody/content/multipart~1form-data/schema/type`)("a media type of a body loses its schema", "minor", unset(`${PUT}/requestBody/content/multipart~1form-data/schema`)),
  at(`${PUT}/requestBody/content/multipart~1form-data/encoding`)("a part of a form has another media type", "major", set(`${PUT}/requestBody/content/multipart~1form-data/encoding/file/contentType`, "image/gif"), "unknown-keyword"),
  at(`${PUT}/requestBody/content/multipart~1form-data/encoding`)("a header of a part of a form is required", "major", set("#/components/headers/Label/required", true), "unknown-keyword"),
  at(`${HEADER}/schema/type`)("a response header loses its schema", "major", unset(`${HEADER}/schema`)),
  at(`${PUT}/responses/200/headers/X-Any/schema/type`)("a response header gets a schema", "minor", set(`${PUT}/responses/200/headers/X-Any/schema`, { type: "string" })),
  setAt("a response header is written in another way", "major", `${HEADER}/explode`, true, "header-members"),
  setAt("a response header is deprecated", "minor", `${HEADER}/deprecated`, true, "header-members"),
  at(`${HEADER}/content`)("a response header gets media types", "major", all(unset(`${HEADER}/schema`), set(`${HEADER}/content`, { "text/plain": {} })), "header-members"),
  at(`${PUT}/responses/200/headers/x-label`)("a response header is written in lower case", "patch", renamedKey(`${PUT}/responses/200/headers`, "X-Label", "x-label")),
  setAt("a status has a response of its own", "major", `${PUT}/responses/503`, { description: "Busy." }, "statuses-changed"),
  unsetAt("a link is removed", "major", `${PUT}/responses/200/links/again`, "links-changed"),
  setAt("a link is added", "minor", `${PUT}/responses/200/links/ping`, { operationId: "testsPing" }, "links-changed"),
  at(`${PUT}/responses/200/links/again`)("a link leads to another operation", "major", set(`${PUT}/responses/200/links/again/operationId`, "testsPing"), "links-changed"),
  setAt("a link has another description", "patch", `${PUT}/responses/200/links/again/description`, "Words."),
  at(`${PUT}/callbacks`)("a callback is removed", "major", unset(`${PUT}/callbacks/sent`), "unknown-keyword"),
  at(`${PUT}/callbacks`)("a parameter of a callback has another type", "major", set("#/components/parameters/Label/schema/type", "integer"), "unknown-keyword"),
  setAt("an operation has a server of its own", "major", `${PING}/servers`, [{ url: "/v2" }], "unknown-keyword"),
  setAt("a path has a server of its own", "major", "#/paths/~1tests~1ping/servers", [{ url: "/v2" }], "unknown-keyword"),
  setAt("a path has an unknown method", "major", "#/paths/~1tests~1ping/query", {}, "unknown-keyword"),
  at(`${PING}/summary`)("a path item is behind a reference", "patch", all(movePath("/tests/ping", "Ping"), set("#/components/pathItems/Ping/get/summary", "Other words"))),
  at(`${PING}/operationId`)("an operation behind a path reference is changed", "major", all(movePath("/tests/ping", "Ping"), set("#/components/pathItems/Ping/get/operationId", "testsPong"))),
  setAt("an operation has an unknown extension", "major", `${PING}/x-unknown`, 1, "unknown-keyword"),
  setAt("a body has an unknown member", "major", `${PUT}/requestBody/surprise`, 1, "unknown-keyword"),
  setAt("a response has an unknown member", "major", `${PUT}/responses/200/surprise`, 1, "unknown-keyword"),
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
  at("#/webhooks")("a webhook sends another body", "major", set(`${SCHEMAS}/Label/maxLength`, 10), "unknown-keyword"),
  unsetAt("the webhooks are removed", "major", "#/webhooks", "unknown-keyword"),
  setAt("a webhook has another summary", "patch", "#/webhooks/sent/post/summary", "Words."),
  setAt("schemas are of another dialect", "major", "#/jsonSchemaDialect", "https://example.com/dialect", "unknown-keyword"),
  setAt("the contract has an unknown extension", "major", "#/x-unknown", 1, "unknown-keyword"),
  setAt("the components have an unknown section", "major", "#/components/x-unknown", 1, "unknown-keyword"),
  setAt("another minor version of OpenAPI is used", "major", "#/openapi", "3.2.0", "unknown-keyword"),
  setAt("another patch version of OpenAPI is used", "patch", "#/openapi", "3.1.1"),
  at("#/servers/0/url")("the only server is removed", "major", unset("#/servers")),
  at("#/servers/0")("a server gets a variable", "major", set("#/servers/0/variables", { a: { default: "b" } })),
  setAt("a server has a description", "patch", "#/servers/0/description", "Words."),
  unsetAt("no operation needs a token any more", "minor", "#/security"),
  setAt("a security scheme has an unknown extension", "major", "#/components/securitySchemes/bearer/x-unknown", 1),
  setAt("a security scheme has a description", "patch", "#/components/securitySchemes/bearer/description", "A token."),
];

export const SEEDS: readonly Seed[] = [
  ...RESPONSES,
  ...REQUESTS,
  ...KEYWORDS,
  ...PARAMETERS,
  ...OPERATIONS,
  ...DOCUMENT,
];
