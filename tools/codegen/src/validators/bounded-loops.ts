import type { Ajv2020 } from "ajv/dist/2020.js";
import { Name, _ } from "ajv/dist/compile/codegen/index.js";
import type { CodeKeywordDefinition, KeywordCxt } from "ajv";

/** How many errors one loop over a value keeps. */
export const keptErrors = 50;

/** The counter and the list of the generated functions, by the names that Ajv gives them. */
const errors = new Name("errors");
const vErrors = new Name("vErrors");

type Generator = KeywordCxt["gen"];

/**
 * Lets every loop of the generated validators keep its first errors and count the others, in `more` of the last one
 * that it keeps. With `allErrors` Ajv collects one error for every member and item, and copies the list for each `$ref`:
 * time grows with the square of the input. Everything outside of loops is as large as the schema.
 * A limit on the whole list would be wrong: a branch of `anyOf` that cannot report its errors would count as valid.
 * Keywords that are added later are not bounded.
 */
export function boundLoops(ajv: Ajv2020): void {
  for (const keyword of Object.keys(ajv.RULES.all)) {
    const definition = ajv.getKeyword(keyword);
    if (typeof definition !== "object" || !("code" in definition)) continue;
    const bounded: Pick<CodeKeywordDefinition, "code"> = { code: boundedCode(definition.code) };
    Object.assign(definition, bounded);
  }
}

/** Gives the keyword a generator of its own; the shared one, which subschemas use, stays as it is. */
function boundedCode(code: CodeKeywordDefinition["code"]): CodeKeywordDefinition["code"] {
  return (context, type) => {
    if (context.it.allErrors === true) Object.assign(context, { gen: boundedGenerator(context.gen) });
    code(context, type);
  };
}

/** A generator that writes into the code of `gen`, with bounded loops. */
function boundedGenerator(gen: Generator): Generator {
  const loops: Pick<Generator, "forIn" | "forRange"> = {
    forIn(name, object, body, kind) {
      const bound = startBound(gen);
      gen.forIn(name, object, (key) => (body(key), bound.check()), kind);
      return bound.end();
    },
    forRange(name, from, to, body, kind) {
      const bound = startBound(gen);
      gen.forRange(name, from, to, (index) => (body(index), bound.check()), kind);
      return bound.end();
    },
  };
  const bounded: Generator = Object.create(gen);
  return Object.assign(bounded, loops);
}

/** Code for the end of each turn of a loop, and for after the loop. */
function startBound(gen: Generator) {
  const end = gen.const("end", _`${errors} + ${keptErrors}`);
  const more = gen.let("more", 0);
  return {
    check: () =>
      gen.if(_`${errors} > ${end}`, () => {
        gen.forOf("cut", _`${vErrors}.splice(${end})`, (cut) => gen.code(_`${more} += 1 + (${cut}.more || 0)`));
        gen.assign(errors, end);
      }),
    end: () => {
      const last = _`${vErrors}[${end} - 1]`;
      return gen.if(_`${more} > 0`, () => gen.code(_`${last}.more = (${last}.more || 0) + ${more}`));
    },
  };
}
