import type { OpenApiDocument } from "../../src/document.ts";
import type { Fact } from "./read-facts.ts";
import type { Statement } from "./statements.ts";
import { statementsOf } from "./statements.ts";

/** Where the documented contract and the facts differ. */
export interface Difference {
  /** Statements of the contract that no fact backs. */
  unstated: string[];
  /** Facts that the contract does not have, with their section. */
  missing: string[];
}

/** Returns a function that compares a documented contract with the facts, in both directions. */
export function comparisonWith(facts: Fact[]): (document: OpenApiDocument) => Difference {
  const sections = new Map(facts.map((fact) => [textOf(fact), fact.section]));
  return (document) => {
    const statements = new Set(statementsOf(document).map(textOf));
    return {
      unstated: [...statements].filter((text) => !sections.has(text)),
      missing: [...sections].filter(([text]) => !statements.has(text)).map(([text, section]) => `${section}: ${text}`),
    };
  };
}

function textOf({ place, keyword, value }: Statement): string {
  return `${place} | ${keyword} | ${JSON.stringify(value)}`;
}
