import { banner } from "../banner.ts";
import type { OpenApiDocument } from "../document.ts";
import { key, literal } from "../text.ts";

/** What the contract says of one problem code. */
export interface ProblemFacts {
  status: number;
  title: string;
  description: string;
}

/** Every problem code with its facts: status and title from `x-problems` of ProblemCode, the text from its description. */
export function readProblems(document: OpenApiDocument): Record<string, ProblemFacts> {
  const schema = document.components.schemas["ProblemCode"];
  if (schema?.enum === undefined) throw new Error("components.schemas.ProblemCode has no enum of problem codes.");
  const codes = schema.enum.map(String);
  const facts = schema["x-problems"] ?? {};
  const foreign = Object.keys(facts).filter((code) => !codes.includes(code));
  if (foreign.length > 0)
    throw new Error(`x-problems of ProblemCode has ${foreign.join(", ")}, which its enum does not list.`);
  return Object.fromEntries(
    codes.map((code) => {
      const fact = facts[code];
      const description = schema.description?.split("\n").find((line) => line.startsWith(`- \`${code}\`: `));
      if (fact === undefined || description === undefined)
        throw new Error(`ProblemCode ${code} needs a line in the description and a status and title in x-problems.`);
      return [code, { ...fact, description: sentenceCase(description.slice(`- \`${code}\`: `.length)) }];
    }),
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The problem codes as data. */
export function emitProblems(document: OpenApiDocument, hash: string): string {
  const rows = Object.entries(readProblems(document)).map(([code, facts]) => `  ${key(code)}: ${literal(facts)},\n`);
  return `${banner(hash)}
import type { components } from "./schema.ts";

/** Status, title and description of every problem code. */
export const problems = {
${rows.join("")}} as const satisfies Record<
  components["schemas"]["ProblemCode"],
  { status: number; title: string; description: string }
>;
`;
}
