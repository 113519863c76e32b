/** @import { Exemplified, RequestBody, Response, Schema } from "../openapi.d.ts" */
/** @import { Context } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
/** @import { OperationEntry } from "../document/operations.mjs" */
/** @import { References } from "./references.mjs" */
import { isRecord, isRef, member, members, open } from "../document/located.mjs";
import { copied } from "./inline.mjs";
import { isSuccess } from "../document/operations.mjs";

/**
 * Gives every request body and every success that has no example one that is assembled from the examples of its
 * properties.
 *
 * @param {References} references
 * @param {OperationEntry} entry
 */
export function deriveExamples(references, { operation, responses }) {
  const { context } = references;
  const successes = responses.filter(([status]) => isSuccess(status)).map(([, response]) => response);
  /** @type {(Located<RequestBody | Response> | undefined)[]} */
  const bodies = [member(context, operation, "requestBody"), ...successes];
  for (const body of bodies) {
    // A reader of a request wants to see what can be sent, one of a response what always comes.
    const direction = successes.includes(/** @type {Located<Response>} */ (body)) ? "response" : "request";
    for (const [, media] of members(context, member(context, body, "content"))) {
      writeOut(references, media);
      if (media.node.example !== undefined || media.node.examples !== undefined) continue;
      const value = new Assembly(context, direction).exampleOf(member(context, media, "schema"));
      if (value !== undefined) media.node.examples = { example: { value } };
    }
  }
}

/**
 * Replaces references to examples by copies. A bundle would otherwise make components of them, whose names would have to
 * be unique in the whole contract; as it is, an example needs a name of its own in its operation only.
 *
 * @param {References} references
 * @param {Located<Exemplified>} media
 */
function writeOut(references, { node, location }) {
  const file = location.source.absoluteRef;
  for (const [name, example] of Object.entries(node.examples ?? {})) {
    if (!isRef(example)) continue;
    const target = references.resolve(example, file);
    if (target.node === undefined || target.location === undefined) continue;
    Reflect.set(node.examples ?? {}, name, copied(references, { node: target.node, location: target.location }, file));
  }
}

/** Assembles the example of one body. */
class Assembly {
  #context;
  #direction;

  /**
   * @param {Context} context
   * @param {"request" | "response"} direction
   */
  constructor(context, direction) {
    this.#context = context;
    this.#direction = direction;
  }

  /**
   * An example of a schema: its own, or one that is assembled from those of its parts. Undefined if a part has none.
   *
   * @param {Located<Schema> | undefined} schema
   * @param {readonly Schema[]} [path] guards against a schema that contains itself
   * @returns {unknown}
   */
  exampleOf(schema, path = []) {
    if (schema === undefined || path.includes(schema.node)) return undefined;
    const { node } = schema;
    if (node.examples !== undefined) return node.examples[0];
    const own = node.example ?? node.const ?? node.default ?? node.enum?.[0];
    if (own !== undefined) return own;
    const inner = [...path, node];
    if (node.anyOf !== undefined) return this.#parts(schema, "anyOf", inner).find(isDefined);
    if (node.oneOf !== undefined) return this.#parts(schema, "oneOf", inner).find(isDefined);
    if (node.allOf !== undefined) {
      const parts = this.#parts(schema, "allOf", inner);
      return parts.every(isRecord) ? Object.assign({}, ...parts) : undefined;
    }
    if (node.properties !== undefined) return this.#object(schema, inner);
    const item = this.exampleOf(member(this.#context, schema, "items"), inner);
    return item === undefined ? undefined : [item];
  }

  /**
   * @param {Located<Schema>} schema
   * @param {"allOf" | "anyOf" | "oneOf"} keyword
   * @param {readonly Schema[]} path
   */
  #parts(schema, keyword, path) {
    const branches = members(this.#context, member(this.#context, schema, keyword));
    return branches.map(([, branch]) => this.exampleOf(branch, path));
  }

  /**
   * @param {Located<Schema>} schema
   * @param {readonly Schema[]} path
   */
  #object(schema, path) {
    const { properties = {}, required = [] } = schema.node;
    /** @type {Record<string, unknown>} */
    const example = {};
    for (const [name, written] of Object.entries(properties)) {
      if (this.#direction === "response" && !required.includes(name)) continue;
      const property = open(this.#context, written, schema.location.child(["properties", name]));
      // Examples beside a reference are those of this property.
      const own = isRecord(written) && "examples" in written ? written.examples : undefined;
      const value = Array.isArray(own) ? own[0] : this.exampleOf(property, path);
      if (value !== undefined) example[name] = value;
      else if (required.includes(name)) return undefined;
    }
    return example;
  }
}

/** @param {unknown} value */
function isDefined(value) {
  return value !== undefined;
}
