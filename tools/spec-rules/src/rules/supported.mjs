/** @import { Parameter, Schema } from "../openapi.d.ts" */
/** @import { Context, Location, Rule } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
import { isRecord, member, members } from "../document/located.mjs";
import { operations } from "../document/operations.mjs";
import { reportOnce } from "../document/report-once.mjs";
import { isContainer, typesOf, withBranches } from "../document/schema-types.mjs";

/** @typedef {(message: string, location: Location) => void} Report */

/** Names that every JavaScript object has. */
const OBJECT_MEMBERS = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The one style of each place (OpenAPI 3.1, Style Values). */
const STYLES = new Map([
  ["path", "simple"],
  ["query", "form"],
  ["header", "simple"],
]);

/** The server answers the other methods by itself. */
const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** Header fields that OpenAPI describes elsewhere (section 4.8.12.1). */
const NO_PARAMETERS = new Set(["accept", "content-type", "authorization"]);

/** What a browser sets itself (Fetch Standard, section 2.2.2). */
const FORBIDDEN_HEADERS =
  /^(?:accept-(?:charset|encoding)|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/**
 * What OpenAPI allows and a typed client over `fetch` and its server do not follow. It would be accepted and ignored.
 *
 * @type {Rule}
 */
export function supported() {
  return {
    Root(document, context) {
      const report = reportOnce(context);
      if ("webhooks" in document)
        report("Webhooks are not supported: remove them.", context.location.child(["webhooks"]));
      const paths = member(context, { node: document, location: context.location }, "paths");
      for (const [, { node, location }] of members(context, paths)) {
        if ("servers" in node) report("`servers` of a path is not supported: remove it.", location.child(["servers"]));
      }
      for (const entry of operations(document, context)) {
        checkOperation(entry, report);
        checkStatuses(entry, report);
        checkBody(context, entry, report);
        for (const parameter of entry.parameters) checkParameter(context, parameter, report);
        checkHeaderNames(entry, report);
      }
    },
    Schema(schema, context) {
      const { properties } = Object(schema);
      for (const name of isRecord(properties) ? Object.keys(properties) : []) {
        if (!OBJECT_MEMBERS.has(name)) continue;
        const message = `Every JavaScript object has a member \`${name}\`: choose another name.`;
        context.report({ message, location: context.location.child(["properties", name]).key() });
      }
    },
  };
}

/**
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkOperation({ path, method, operation: { node, location } }, report) {
  if (!METHODS.has(method)) report(`The server answers ${method.toUpperCase()} by itself: remove it.`, location);
  for (const keyword of ["servers", "callbacks"]) {
    if (keyword in node)
      report(`\`${keyword}\` of an operation is not supported: remove it.`, location.child([keyword]));
  }
  const segment = path.split("/").find((each) => !/^(?:\{[^{}]+\}|[\w.~-]*)$/.test(each));
  if (segment !== undefined) report(`A parameter is a whole segment of a path, which \`${segment}\` is not.`, location);
}

/**
 * Results are told apart by status, so each stands for one. A client follows redirects, and never sees them.
 *
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkStatuses({ operation, responses }, report) {
  for (const [status] of responses) {
    if (/^[245]\d\d$/.test(status) || status === "304") continue;
    const message = `A response is 2xx, 304, 4xx or 5xx, with an exact status, which \`${status}\` is not.`;
    report(message, operation.location.child(["responses", status]).key());
  }
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkBody(context, { method, operation }, report) {
  const body = member(context, operation, "requestBody");
  if (body === undefined) return;
  if (method === "get" || method === "delete") {
    const message = `A ${method.toUpperCase()} has no request body: use the query, or POST.`;
    report(message, operation.location.child(["requestBody"]));
  }
  for (const [, media] of members(context, member(context, body, "content"))) {
    const schema = member(context, media, "schema");
    if (schema !== undefined && !isContainer(context, schema))
      report("A request body must be an object or a list, and not null: give it an object.", schema.location);
  }
}

/**
 * @param {Context} context
 * @param {Located<Parameter>} parameter
 * @param {Report} report
 */
function checkParameter(context, parameter, report) {
  const { node, location } = parameter;
  const { name, in: place, style, allowReserved, allowEmptyValue } = node;
  const subject = `The ${place} parameter \`${name}\``;
  if (place === "cookie") return report(`${subject} is not supported: use a header.`, location);
  if (style !== undefined && style !== STYLES.get(place))
    report(`${subject} has a style that is not supported: leave it out.`, location.child(["style"]));
  if (allowReserved === true || allowEmptyValue === true)
    report(`${subject} has \`allowReserved\` or \`allowEmptyValue\`, which are not supported: remove them.`, location);
  if ("content" in node) report(`${subject} needs a \`schema\` in place of \`content\`.`, location.child(["content"]));
  if (OBJECT_MEMBERS.has(name))
    report(`${subject} has a name that every JavaScript object has: choose another.`, location);
  if (place === "header" && NO_PARAMETERS.has(name.toLowerCase()))
    report(`${subject} is none: describe it by content or security.`, location);
  if (place === "header" && FORBIDDEN_HEADERS.test(name))
    report(`${subject} cannot be set in a browser: choose another name.`, location);
  const schema = member(context, parameter, "schema");
  if (schema !== undefined) checkValue(context, { schema, subject }, report);
}

/**
 * @param {Context} context
 * @param {{ schema: Located<Schema>, subject: string }} value
 * @param {Report} report
 */
function checkValue(context, { schema, subject }, report) {
  if (!isList(schema.node)) {
    if (!isScalar(context, schema))
      report(`${subject} must be a scalar of one type, or a list of such scalars.`, schema.location);
    return;
  }
  const items = member(context, schema, "items");
  if (items !== undefined && (isList(items.node) || !isScalar(context, items)))
    report(`${subject} must be a scalar of one type, or a list of such scalars.`, schema.location);
}

/** @param {Schema} schema */
function isList(schema) {
  return typesOf(schema).includes("array");
}

/**
 * @param {Context} context
 * @param {Located<Schema>} schema
 */
function isScalar(context, schema) {
  const [first, ...branches] = withBranches(context, schema);
  const types = first === undefined ? [] : typesOf(first.node);
  return branches.length === 0 && types.length === 1 && types[0] !== "object" && types[0] !== "null";
}

/**
 * Header names are compared without letter case (RFC 9110 section 5.1).
 *
 * @param {OperationEntry} entry
 * @param {Report} report
 */
function checkHeaderNames({ parameters, responses }, report) {
  const headers = parameters.filter(({ node }) => node.in === "header");
  reportTwins(
    headers.map(({ node, location }) => [node.name, location]),
    report,
  );
  for (const [, { node, location }] of responses) {
    reportTwins(
      Object.keys(node.headers ?? {}).map((name) => [name, location.child(["headers", name]).key()]),
      report,
    );
  }
}

/**
 * @param {[name: string, location: Location][]} headers
 * @param {Report} report
 */
function reportTwins(headers, report) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  for (const [name, location] of headers) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) report(`\`${other}\` and \`${name}\` are one header: remove one of them.`, location);
    seen.set(name.toLowerCase(), name);
  }
}
