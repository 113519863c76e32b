import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnyValidateFunction } from "ajv/dist/core.js";
import { naming } from "../errors.ts";
import { boundLoops } from "./bounded-loops.ts";
import { compactFunction, groupProperties } from "./compact-function.ts";
import { addFormats } from "./formats.ts";
import type { JsonSchema } from "./validation-schema.ts";

/** What a compiled function needs from another module. */
export interface Need {
  readonly kind: "schema" | "format" | "helper" | "refuse";
  /** Of the schema or format; the module that a helper comes from. */
  readonly name: string;
}

/** A schema as JavaScript. */
export interface CompiledSchema {
  /** Identifier of the function. */
  readonly identifier: string;
  readonly code: string;
  /** Code of what the function reads, by identifier. */
  readonly constants: ReadonlyMap<string, string>;
  /** What the function needs, by the identifier that it has there. */
  readonly needs: ReadonlyMap<string, Need>;
}

type Source = NonNullable<AnyValidateFunction["source"]>;
type ScopeName = Source["validateName"];

/** Compiles schemas by name, one function each; a reference is a call of the function of the other schema. */
export class SchemaCompiler {
  readonly #plain: Ajv2020;
  /** Compiles the schemas whose evaluated members something reads. */
  readonly #evaluating: Ajv2020;
  readonly #evaluated: ReadonlySet<string>;
  readonly #schemas: Readonly<Record<string, JsonSchema>>;

  /** @throws Error for a schema that is none */
  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = schemas;
    this.#evaluated = evaluatedSchemas(schemas);
    this.#plain = createAjv(schemas, false);
    this.#evaluating = this.#evaluated.size > 0 ? createAjv(schemas, true) : this.#plain;
  }

  /**
   * The name of the schema that is wrong by itself where one that refers to it does not compile.
   * @param name of the schema that does not compile
   */
  culprit(name: string): string {
    const wrong = Object.entries(this.#schemas).find(([, schema]) => {
      try {
        createAjv({ schema: withoutReferences(schema) }, false).getSchema("schema");
        return false;
      } catch {
        return true;
      }
    });
    return wrong?.[0] ?? name;
  }

  compile(name: string): CompiledSchema {
    const ajv = this.#evaluated.has(name) ? this.#evaluating : this.#plain;
    const validate = ajv.getSchema(name);
    if (validate?.source === undefined) throw new Error(`There is no schema ${name}.`);
    const { validateName, validateCode, scopeValues, evaluated } = validate.source;
    const constants = new Map<string, string>();
    const needs = new Map<string, Need>();
    const wrapped = new Map<string, string>();
    for (const value of Object.values(scopeValues).flatMap((values) => [...(values ?? [])])) {
      const target = schemaOf(value);
      if (target !== null) {
        // Under the name that its own module gives it, so that a call of itself needs nothing.
        const identifier = functionName(ajv, target);
        if (value.prefix !== "validate") wrapped.set(value.str, identifier);
        if (target !== name) needs.set(identifier, { kind: "schema", name: target });
      } else {
        const need = needOf(value);
        if (need === null) constants.set(value.str, constantOf(value));
        else needs.set(value.str, need);
      }
    }
    const compact = compactFunction(validateCode, wrapped);
    for (const refuse of ["refuse", "refuseAt"])
      if (compact.includes(` ${refuse}(`)) needs.set(refuse, { kind: "refuse", name: refuse });
    const mark = evaluated === undefined ? "" : `\n${validateName.str}.evaluated = ${String(evaluated)};`;
    return { identifier: validateName.str, code: `${compact}${mark}`, constants: withSharedTexts(constants), needs };
  }
}

function createAjv(schemas: Readonly<Record<string, JsonSchema>>, unevaluated: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    // A loop over the names is a fraction of the code of one check for each.
    loopRequired: 2,
    // Findings for people name the bounds that the schema around the broken rule gives.
    verbose: true,
    code: { source: true, esm: true },
  });
  // Ajv2020 forces both on. The contract has no dynamic references, and what is evaluated has few readers.
  Object.assign(ajv.opts, { dynamicRef: false, unevaluated });
  ajv.addVocabulary(["x-expected"]);
  addFormats(ajv);
  groupProperties(ajv);
  boundLoops(ajv);
  for (const [name, schema] of Object.entries(schemas))
    naming(`schema ${name}`, () => ajv.addSchema({ ...schema, $id: name }));
  return ajv;
}

function withoutReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === "$ref" ? undefined : value));
  const copy: JsonSchema = JSON.parse(text);
  return copy;
}

/** The schemas whose functions must say which members they looked at: those that a reader of it leads to. */
function evaluatedSchemas(schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const target of valuesOf(schemas[name], "$ref")) add(String(target));
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const readers = ["unevaluatedProperties", "unevaluatedItems"].flatMap((keyword) => valuesOf(schema, keyword));
    if (readers.length > 0) add(name);
  }
  return found;
}

function valuesOf(node: unknown, keyword: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === keyword ? [value] : valuesOf(value, keyword)));
}

/** Name of the schema whose function a value of Ajv's scope stands for; null for anything else. */
function schemaOf({ prefix, value }: ScopeName): string | null {
  if (prefix !== "validate" && prefix !== "wrapper" && prefix !== "root") return null;
  const { schema }: { schema?: JsonSchema } = Object(value?.ref);
  return String(schema?.["$id"]);
}

function functionName(ajv: Ajv2020, schema: string): string {
  const name = ajv.getSchema(schema)?.source?.validateName.str;
  if (name === undefined) throw new Error(`There is no schema ${schema}.`);
  return name;
}

function needOf({ prefix, value }: ScopeName): Need | null {
  if (prefix === "formats") return { kind: "format", name: String(value?.key) };
  const helper = /^require\("([^"]+)"\)\.default$/.exec(String(value?.code))?.[1];
  return helper === undefined ? null : { kind: "helper", name: helper };
}

/** From how many characters on a string that repeats gets a name. */
const leastShared = 30;

/**
 * The constants, with one more for each long string that they repeat: the pattern of a name has 900 characters, and a record
 * has many names. Compression finds a repetition only within 32 kB, which a request with its response exceeds.
 */
function withSharedTexts(constants: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const texts = [...constants.values()].flatMap((code) => code.match(literals) ?? []);
  const repeated = texts.filter(
    (text, index) => text.length >= leastShared && text.endsWith('"') && texts.indexOf(text) < index,
  );
  const names = new Map([...new Set(repeated)].map((text, index) => [text, `text${index}`]));
  const shared = [...names].map(([text, name]): [string, string] => [name, text]);
  const others = [...constants].map(([name, code]): [string, string] => [
    name,
    code.replaceAll(literals, (text) => names.get(text) ?? text),
  ]);
  return new Map([...shared, ...others]);
}

/** String literals; the name of a member has its colon, and so is never equal to a value. */
const literals = /"(?:[^"\\]|\\.)*":?/g;

/** A whole schema without the name that only the compiler needs; the code that Ajv gives for anything else. */
function constantOf({ str, prefix, value }: ScopeName): string {
  if (prefix === "schema") return JSON.stringify({ ...Object(value?.ref), $id: undefined });
  if (value?.code === undefined) throw new Error(`The compiler has no code for ${str}.`);
  return String(value.code);
}
