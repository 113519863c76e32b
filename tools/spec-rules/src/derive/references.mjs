/** @import { Ref } from "../openapi.d.ts" */
/** @import { Context, Location, Resolved } from "../redocly.d.ts" */
/** @import { Located } from "../document/located.mjs" */
import { dirname, isAbsolute, relative } from "node:path";

/**
 * Follows references in a document that is being rewritten. Redocly resolves all references before a preprocessor runs,
 * so it does not know those that the preprocessor adds; they are remembered here.
 */
export class References {
  #added = new Map();
  #context;
  /** A context for the helpers in `document/`, which then follow the added references as well. */
  context;

  /** @param {Context} context of the document root */
  constructor(context) {
    this.#context = context;
    this.context = { ...context, resolve: this.resolve.bind(this) };
  }

  /**
   * Follows a reference that stands in the file `from`. Anything else is returned as it is.
   *
   * @param {unknown} node
   * @param {string} [from]
   * @returns {Resolved}
   */
  resolve(node, from = this.#context.location.source.absoluteRef) {
    const key = `${from} ${Object(node).$ref}`;
    return this.#added.get(key) ?? this.#context.resolve(node, from);
  }

  /**
   * A reference to `target` for use in the file `file`.
   *
   * @param {Located<unknown>} target
   * @param {string} file
   * @returns {Ref}
   */
  to(target, file) {
    const reference = { $ref: `${relativeFile(file, target.location)}${target.location.pointer}` };
    this.#added.set(`${file} ${reference.$ref}`, target);
    return reference;
  }
}

/**
 * @param {string} from
 * @param {Location} to
 */
function relativeFile(from, { source: { absoluteRef: to } }) {
  if (from === to) return "";
  return isAbsolute(from) && isAbsolute(to) ? relative(dirname(from), to).replaceAll("\\", "/") : to;
}
