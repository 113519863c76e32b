import { byTier } from "@fleet-api-tools/test-tier";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { rootUrl } from "../../src/artefact.ts";
import { bundleWithMarks } from "../../src/bundle.ts";
import { contractOf } from "../../src/contract.ts";
import { type OpenApiDocument, verbs } from "@fleet-api-tools/openapi-document";
import { generate } from "../../src/generate.ts";
import { readOperations } from "../../src/operations.ts";
import { type Places, readPlaces } from "../../src/places.ts";
import { keepReachable } from "../../src/reachable.ts";
import { groupBy } from "../../src/text.ts";
import { isSyntaxError } from "../support/document.ts";

type Path = readonly string[];

let text: string;
let places: Places;
/** The paths of all values, by what they have in common. */
let kinds: Path[][];
let operations: string[];

/** A list, a change with a body, and one without authentication: generating costs as much as there are operations. */
const FEW = ["unitsListing", "unitsUpdate", "authLogin"];

function withFew(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const isVerb = (name: string): boolean => verbs.some((verb) => verb === name);
    const isKept = (member: unknown): boolean => FEW.some((id) => Object(member).operationId === id);
    const members = Object.entries(item).filter(([name, member]) => !isVerb(name) || isKept(member));
    return members.some(([name]) => isVerb(name)) ? [[path, Object.fromEntries(members)]] : [];
  });
  return keepReachable({ ...document, paths: Object.fromEntries(paths) });
}

beforeAll(async () => {
  const marked = withFew(await bundleWithMarks());
  text = JSON.stringify(marked);
  places = await readPlaces(rootUrl);
  kinds = [...groupBy(pathsIn(marked, []), kindOf).values()];
  operations = readOperations(marked).flatMap(({ id, path }) => [id, path]);
});

function pathsIn(value: unknown, path: Path): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [[...path, name], ...pathsIn(child, [...path, name])]);
}

/** Names that authors choose are one kind; otherwise most values would be descriptions of properties. */
function kindOf(path: Path): string {
  const chosen = /^(?:paths|properties|schemas|parameters|responses|headers|examples|content|x-problems|actions)$/;
  return path
    .map((name, index) => (/^\d+$/.test(name) || chosen.test(path[index - 1] ?? "") ? "*" : name))
    .slice(-4)
    .join("/");
}

/** The contract with another value at one place; undefined removes it. */
function mutated(path: Path, value: unknown): unknown {
  const document: unknown = JSON.parse(text);
  const parent = path.slice(0, -1).reduce((node: unknown, name) => Object(node)[name], document);
  const last = path.at(-1) ?? "";
  if (value !== undefined) Object.assign(Object(parent), { [last]: value });
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete Object(parent)[last];
  return document;
}

/** What codegen says of a document; null when it generates code. */
async function errorOf(document: unknown): Promise<Error | null> {
  try {
    const artefacts = await generate(contractOf(document, places));
    expect(artefacts.filter(({ path, text: code }) => path.endsWith(".ts") && isSyntaxError(code))).toEqual([]);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return error instanceof Error ? error : null;
  }
}

/** The same on each push; others each night, whose seed a failure prints. */
const tries = byTier<fc.Parameters<[number, number, unknown]>>({ numRuns: 8, seed: 20_260_115 }, { numRuns: 100 });

describe("a contract with one wrong value", () => {
  const values = [undefined, null, 3, -1.5, "", "x", true, false, [], {}, ["x"], [null], { a: null }];

  test("is generated, or refused by an error that names what is wrong", async () => {
    const kind = fc.nat();
    await fc.assert(
      fc.asyncProperty(kind, fc.nat(), fc.constantFrom(...values), async (kindIndex, index, value) => {
        const paths = kinds[kindIndex % kinds.length] ?? [];
        const error = await errorOf(mutated(paths[index % paths.length] ?? [], structuredClone(value)));
        if (error === null) return;
        expect(error.constructor).toBe(Error);
        const isNamed = operations.some((name) => error.message.includes(name));
        const section =
          /\b(?:schema|parameter|response|header|example|requestBody|securityScheme|components) \w+|^spec\//;
        expect({ isNamed: isNamed || section.test(error.message), error }).toEqual({ isNamed: true, error });
      }),
      tries,
    );
  });

  const examples: [Path, unknown, string][] = [
    [
      ["paths", "/units/listing", "get", "responses"],
      undefined,
      "unitsListing (GET /units/listing): responses must be an object; it is missing.\n  in spec/resources/units/paths.yaml",
    ],
    [
      ["paths", "/units/listing", "get", "parameters"],
      null,
      "unitsListing (GET /units/listing): parameters must be a list; it is null.\n  in spec/resources/units/paths.yaml",
    ],
    [
      ["paths", "/units/listing", "get", "operationId"],
      undefined,
      "GET /units/listing: operationId must be a text; it is missing.\n  in spec/resources/units/paths.yaml",
    ],
    [
      ["components", "schemas", "Unit", "properties", "name"],
      true,
      "schema Unit (of unitsListing, unitsUpdate): properties > name must be a schema, which is an object; it is true.\n  in spec/resources/units/schemas.yaml",
    ],
    [
      ["components", "schemas", "Unit", "properties", "name", "pattern"],
      "^(a$",
      "unitsUpdate): properties > name > pattern must be a regular expression of JavaScript with the flag u",
    ],
    [
      ["components", "schemas", "Unit", "properties", "constructor"],
      { type: "string" },
      "a name that every JavaScript object has",
    ],
    [["components", "schemas", "Unit"], { $ref: "#/components/schemas/Unit" }, "schema Unit leads to itself"],
    [["components", "schemas", "Unit", "properties", "name", "minItems"], 3, "unitsUpdate): strict mode"],
    [["paths"], [], "spec/openapi.yaml: paths must be an object; it is an empty list."],
    [
      ["components", "securitySchemes"],
      "",
      'spec/openapi.yaml: components > securitySchemes must be an object; it is "".',
    ],
  ];

  test.each(examples)("%j: %j", async (path, value, message) => {
    expect((await errorOf(mutated(path, value)))?.message).toContain(message);
  });
});
