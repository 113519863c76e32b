import type { Bump } from "../bump.ts";
import type { Versions } from "../contract/meaning.ts";
import type { OperationPair } from "../contract/operations.ts";
import type { SchemaPair } from "../contract/schema-pairs.ts";

/** What a rule says of one place. */
export interface Finding {
  /** JSON pointer into the bundled contract. */
  readonly place: string;
  readonly bump: Bump;
  readonly message: string;
  /** What tells it from another finding at the same place, such as a parameter that replaces another one. */
  readonly key?: string;
}

/** Why changes of a kind are rated as they are. */
export interface Reason {
  readonly name: string;
  readonly reason: string;
}

/** A rule about the document as a whole. */
export interface DocumentRule extends Reason {
  find(versions: Versions): readonly Finding[];
}

/** A rule about an operation that both versions have. */
export interface OperationRule extends Reason {
  find(pair: OperationPair, versions: Versions): readonly Finding[];
}

/** A rule about a schema that both versions have. Of a schema that is sent and received, the higher bump counts. */
export interface SchemaRule extends Reason {
  find(pair: SchemaPair, versions: Versions): readonly Finding[];
}

/** A change of the contract, and what it demands. */
export interface Change extends Finding {
  /** The rule that decided. */
  readonly rule: Reason;
  /** Titles (`GET /units/listing`) of the operations that the place is part of. */
  readonly operations: readonly string[];
}

/** One line about a keyword whose value is another. */
export function describeValues(keyword: string, owner: string, before: unknown, after: unknown): string {
  const [from, to] = [shortValue(before), shortValue(after)];
  if (from === undefined || to === undefined) return `\`${keyword}\` of \`${owner}\` changed.`;
  return `\`${keyword}\` of \`${owner}\` changed from ${from} to ${to}.`;
}

/** Longer values say nothing in one line. */
const VALUE_LENGTH = 60;

/** Text for people is not repeated: the contract has it. */
function shortValue(value: unknown): string | undefined {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > VALUE_LENGTH || /\s\S+\s/.test(text) ? undefined : `\`${text}\``;
}

/** Names of schemas that say less than the name of what they are part of. */
const NAMELESS: ReadonlySet<string> = new Set(["schema", "items", "anyOf", "oneOf", "allOf", "additionalProperties"]);

/** The name by which readers know what a place is part of: that of a property, a component or a parameter. */
export function ownerOf(tokens: readonly string[]): string {
  return tokens.findLast((token) => !NAMELESS.has(token) && !/^\d+$/.test(token)) ?? "the contract";
}
