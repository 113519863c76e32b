/** @import { Document, Exemplified, Operation, Ref, Schema } from "../openapi.d.ts" */
/** @import { Context, Location } from "../redocly.d.ts" */
/** @import { Located } from "./located.mjs" */
/** @import { OperationEntry } from "./operations.mjs" */
import { member, members, open } from "./located.mjs";
import { authoredEnum } from "./open-enums.mjs";
import { operations } from "./operations.mjs";
import { schemaName } from "./schema-name.mjs";

/** @typedef {"documented" | "designed" | undefined} Provenance undefined in a contract that does not mark it */
/** @typedef {"body" | "property" | "parameter" | "header" | "part"} Role `part` is an item, a map value or a branch */
/** @typedef {"request" | "response"} Direction */

/**
 * One place that has a schema. A shared schema has one entry for each place that refers to it.
 *
 * @typedef {object} SchemaUse
 * @property {Role} role
 * @property {string | undefined} name of the property, parameter or header
 * @property {string} label `Unit.client.id` for a property, `query.page` for a parameter, `header.ETag` for a header
 * @property {Located<Schema>} schema where it is defined; an open enum in the form of the authors
 * @property {Location} place where it is used, which is the same unless there is a `$ref`
 * @property {unknown} own what stands at `place`: the schema, or the `$ref` with its siblings
 * @property {Schema | undefined} parent the schema that a property belongs to
 * @property {Provenance} provenance of the place: that of the parent unless the place has its own
 * @property {Direction} direction
 */

/** @typedef {Omit<SchemaUse, "schema" | "place" | "own" | "parent"> & { parent?: Schema }} Inherited */

/** @type {WeakMap<Document, readonly SchemaUse[]>} */
const walked = new WeakMap();

/**
 * Every place with a schema that an operation reaches, once per direction: parameters, headers, bodies and all that is
 * inside of them. Several rules need it, so it is walked once per document.
 *
 * @param {Document} document
 * @param {Context} context of the document root
 * @returns {readonly SchemaUse[]}
 */
export function schemaUses(document, context) {
  const uses = walked.get(document) ?? usesOf(context, operations(document, context));
  walked.set(document, uses);
  return uses;
}

/**
 * The same for these operations of a document that may be changed afterwards.
 *
 * @param {Context} context
 * @param {readonly OperationEntry[]} entries
 * @returns {readonly SchemaUse[]}
 */
export function usesOf(context, entries) {
  const walk = new Walk(context);
  for (const entry of entries) {
    walkRequest(context, entry, walk);
    walkResponses(context, entry, walk);
  }
  return walk.uses;
}

/**
 * The places that the request of one operation reaches.
 *
 * @param {Context} context
 * @param {OperationEntry} entry
 * @returns {readonly SchemaUse[]}
 */
export function requestUses(context, entry) {
  const walk = new Walk(context);
  walkRequest(context, entry, walk);
  return walk.uses;
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {Walk} walk
 */
function walkRequest(context, { operation, parameters }, walk) {
  const provenance = provenanceOf(operation.node);
  for (const parameter of parameters) {
    const { name, in: kind } = parameter.node;
    const own = provenanceOf(parameter.node) ?? provenance;
    walk.schemaOf(parameter, {
      role: "parameter",
      name,
      label: `${kind}.${name}`,
      provenance: own,
      direction: "request",
    });
  }
  for (const [, media] of members(context, member(context, member(context, operation, "requestBody"), "content"))) {
    walk.schemaOf(media, { ...bodyOf(operation), provenance, direction: "request" });
  }
}

/**
 * @param {Context} context
 * @param {OperationEntry} entry
 * @param {Walk} walk
 */
function walkResponses(context, { operation, responses }, walk) {
  const provenance = provenanceOf(operation.node);
  for (const [, response] of responses) {
    const own = provenanceOf(response.node) ?? provenance;
    for (const [, media] of members(context, member(context, response, "content"))) {
      walk.schemaOf(media, { ...bodyOf(operation), provenance: own, direction: "response" });
    }
    for (const [name, header] of members(context, member(context, response, "headers"))) {
      const marked = provenanceOf(header.node) ?? own;
      walk.schemaOf(header, {
        role: "header",
        name,
        label: `header.${name}`,
        provenance: marked,
        direction: "response",
      });
    }
  }
}

/** @param {Located<Operation>} operation */
function bodyOf({ node }) {
  return { role: /** @type {const} */ ("body"), name: undefined, label: node.operationId ?? "" };
}

/** Collects uses. A schema is entered once per direction, because schemas may be recursive. */
class Walk {
  /** @type {SchemaUse[]} */
  uses = [];
  #seen = new Set();
  #entered = new Set();
  #context;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * The schema of a parameter, a header or a media type.
   *
   * @param {Located<Exemplified>} parent
   * @param {Inherited} inherited
   */
  schemaOf({ node, location }, inherited) {
    this.#visit(node.schema, location.child(["schema"]), inherited);
  }

  /**
   * @param {Schema | Ref | boolean | undefined} own
   * @param {Location} place
   * @param {Inherited} inherited
   */
  #visit(own, place, inherited) {
    if (typeof own !== "object") return;
    const target = open(this.#context, own, place);
    const key = `${inherited.direction} ${place.absolutePointer}`;
    if (target === undefined || this.#seen.has(key)) return;
    this.#seen.add(key);
    const schema = { node: authoredEnum(target.node), location: target.location };
    const provenance = provenanceOf(own) ?? inherited.provenance;
    this.uses.push({ parent: undefined, ...inherited, schema, place, own, provenance });
    this.#enter(schema, { ...inherited, provenance: provenanceOf(schema.node) ?? provenance });
  }

  /**
   * @param {Located<Schema>} schema
   * @param {Inherited} around
   */
  #enter({ node, location }, around) {
    const key = `${around.direction} ${location.absolutePointer}`;
    if (this.#entered.has(key)) return;
    this.#entered.add(key);
    const owner = schemaName(location) ?? around.label;
    const { provenance, direction } = around;
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      this.#visit(property, location.child(["properties", name]), {
        role: "property",
        name,
        label: `${owner}.${name}`,
        parent: node,
        provenance,
        direction,
      });
    }
    /** @type {Inherited} */
    const part = { role: "part", name: undefined, label: owner, provenance, direction };
    for (const keyword of /** @type {const} */ (["allOf", "anyOf", "oneOf", "prefixItems"])) {
      for (const [index, branch] of (node[keyword] ?? []).entries()) {
        this.#visit(branch, location.child([keyword, index]), part);
      }
    }
    for (const keyword of /** @type {const} */ (["items", "additionalProperties", "propertyNames"])) {
      this.#visit(node[keyword], location.child([keyword]), part);
    }
  }
}

/**
 * Whether the words of a use are ours to choose: not stated by the source description, and not the name of a header,
 * which a standard fixes.
 *
 * @param {SchemaUse} use
 * @returns {use is SchemaUse & { name: string }}
 */
export function isNamedByUs(use) {
  if (use.name === undefined || use.provenance === "documented") return false;
  return use.role === "property" || (use.role === "parameter" && /^(?:query|path)\./.test(use.label));
}

/**
 * @param {unknown} node
 * @returns {Provenance}
 */
function provenanceOf(node) {
  const value = Object(node)["x-provenance"];
  return value === "documented" || value === "designed" ? value : undefined;
}
