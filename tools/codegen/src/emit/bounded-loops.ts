import type { Ajv2020 } from "ajv/dist/2020.js";
import { CodeGen, Name, _ } from "ajv/dist/compile/codegen/index.js";
import type { CodeKeywordDefinition, KeywordCxt } from "ajv";

/** How many errors one loop over a value keeps: as many as a problem lists. */
const kept = 50;

/** The keywords whose generated code loops over the members or the items of a value. */
const loops = [
  "additionalProperties",
  "items",
  "patternProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
];

/** The counter and the list of the generated functions, by the names that Ajv gives them. */
const errors = new Name("errors");
const vErrors = new Name("vErrors");

/**
 * Lets every loop of the generated validators keep its first errors and count the others, in `more` of the last one
 * that it keeps. With `allErrors` Ajv collects one error for every member and item, and copies the list for each `$ref`:
 * time grows with the square of what a stranger sends. Everything outside of loops is as large as the schema.
 * A limit on the whole list would be wrong: a branch of `anyOf` that cannot report its errors would count as valid.
 */
export function boundLoops(ajv: Ajv2020): void {
  for (const keyword of loops) {
    const definition = ajv.getKeyword(keyword);
    if (typeof definition !== "object" || !("code" in definition)) throw new Error(`Ajv has no code for ${keyword}.`);
    const bounded: Pick<CodeKeywordDefinition, "code"> = { code: boundedCode(definition.code) };
    Object.assign(definition, bounded);
  }
}

function boundedCode(code: CodeKeywordDefinition["code"]): CodeKeywordDefinition["code"] {
  return (context, type) => {
    const { gen, it } = context;
    if (it.allErrors === true) boundLoopsOf(gen);
    code(context, type);
  };
}

/** From the methods of the class, so that a keyword inside of another does not bound a loop twice. */
function boundLoopsOf(gen: KeywordCxt["gen"]): void {
  const { forIn, forRange } = CodeGen.prototype;
  gen.forIn = (name, object, body, kind) => {
    const bound = startBound(gen);
    forIn.call(gen, name, object, (key) => (body(key), bound.check()), kind);
    return bound.end();
  };
  gen.forRange = (name, from, to, body, kind) => {
    const bound = startBound(gen);
    forRange.call(gen, name, from, to, (index) => (body(index), bound.check()), kind);
    return bound.end();
  };
}

/** Code for the end of each turn of a loop, and for after the loop. */
function startBound(gen: KeywordCxt["gen"]) {
  const end = gen.const("end", _`${errors} + ${kept}`);
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
