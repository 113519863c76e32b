import { banner } from "../banner.ts";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import { key, literal } from "../text.ts";

/** What the contract says of one problem code. */
export interface ProblemFacts {
  status: number;
  title: string;
  description: string;
}

/**
 * Every problem code with its facts: status and title from `x-problems` of ProblemCode, the text from the list in its
 * description.
 */
export function readProblems(document: OpenApiDocument): Record<string, ProblemFacts> {
  const schema = document.components.schemas["ProblemCode"];
  return naming("schema ProblemCode", () => problemsOf(schema));
}

function problemsOf(schema: Schema | undefined): Record<string, ProblemFacts> {
  if (schema?.enum === undefined) throw new Error("components.schemas.ProblemCode has no enum of problem codes.");
  const codes = schema.enum.map(String);
  const facts = schema["x-problems"] ?? {};
  const texts = itemsOf(schema.description ?? "");
  const foreign = Object.keys(facts).filter((code) => !codes.includes(code));
  if (foreign.length > 0)
    throw new Error(`x-problems of ProblemCode has ${foreign.join(", ")}, which its enum does not list.`);
  return Object.fromEntries(
    codes.map((code) => {
      const fact = facts[code];
      const text = texts.get(code);
      if (fact === undefined || text === undefined)
        throw new Error(`ProblemCode ${code} needs an item in the description and a status and title in x-problems.`);
      const stated = /\((\d{3})\)/.exec(text)?.[1];
      if (stated !== String(fact.status))
        throw new Error(`The description of ProblemCode ${code} must say (${fact.status}), as x-problems does.`);
      // The status is a member of its own.
      return [code, { ...fact, description: sentenceCase(text.replace(` (${stated})`, "")) }];
    }),
  );
}

/** The items of the list in a description, which may go on over several lines. */
function itemsOf(description: string): Map<string, string> {
  const items = description.matchAll(/^- `(\w+)`: (.+(?:\n {2,}\S.*)*)/gm);
  return new Map([...items].map(([, code = "", text = ""]) => [code, text.replaceAll(/\n +/g, " ")]));
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The problem codes as data. */
export function emitProblems(document: OpenApiDocument): string {
  const rows = Object.entries(readProblems(document)).map(([code, facts]) => `  ${key(code)}: ${literal(facts)},\n`);
  return `${banner()}
import type { ProblemCode } from "../generated/shared.ts";

/** Status, title and description of every problem code. */
export const problems = {
${rows.join("")}} as const satisfies Record<ProblemCode, { status: number; title: string; description: string }>;
`;
}
