/**
 * The parts of the Redocly plugin interface that the rules use. `@redocly/cli` is one bundled file without type
 * declarations, so they are stated here; `https://redocly.com/docs/cli/custom-plugins/visitor` describes them.
 */
import type { Document, Exemplified, Example, Ref, Schema } from "./openapi.d.ts";

export interface Source {
  absoluteRef: string;
  body: string;
}

/** A place in a file that has no nodes, because it does not parse. */
export interface Position {
  source: Source;
  /** Given as undefined, or the pointer of the visited node counts. */
  pointer: undefined;
  start: { line: number; col: number };
}

/** A place in a source file. `pointer` starts with `#/`; `absolutePointer` has the file in front of it. */
export interface Location {
  source: Source;
  pointer: string;
  absolutePointer: string;
  reportOnKey?: boolean;
  child(path: (string | number)[]): Location;
  /** The same place, shown on the key instead of the value. */
  key(): Location;
}

export interface Context {
  /** `extensionsPrefix`: how the keys begin that OpenAPI leaves to others, where it allows them. */
  type: { name: string; extensionsPrefix?: string };
  /** Where the visited node stands, after its `$ref` was followed. */
  location: Location;
  /** Where the visited node is used: the place of the `$ref` if there is one. */
  rawLocation: Location;
  report(problem: { message: string; location?: Location | Position }): void;
  /** Follows `$ref` as seen from the file `from` (default: the file of `location`). Anything else is returned as it is. */
  resolve(node: unknown, from?: string): Resolved;
}

export interface Resolved {
  node: unknown;
  location: Location | undefined;
  /** Why the file of the reference cannot be read. */
  error?: Error;
  /** The references on the way to `node` that have siblings, the first one first. */
  chain?: readonly { node: unknown; location: Location }[];
}

type Visit<Node> = (node: Node, context: Context) => void;

/** One visitor per kind of node. A node that is used in several places is visited once. */
export interface Visitor {
  Root?: Visit<Document> | { enter?: Visit<Document>; leave?: Visit<Document> };
  Schema?: Visit<Schema>;
  Example?: Visit<Example>;
  MediaType?: Visit<Exemplified>;
  Parameter?: Visit<Exemplified>;
  Header?: Visit<Exemplified>;
  any?: Visit<unknown>;
  ref?: Visit<Ref>;
}

/**
 * A rule is made anew for every document, so what it remembers never leaks into the next one. It gets what stands under
 * its name in the configuration, `severity` included; a rule without options ignores it.
 */
export type Rule<Options = object> = (options: Partial<Options>) => Visitor;

/** A visitor that may change the document. It runs before the rules and before bundling. */
export type Preprocessor = () => Pick<Visitor, "Root">;
