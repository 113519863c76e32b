import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { rootUrl } from "../src/artefact.ts";
import { bundle, redoclyCli } from "../src/bundle.ts";
import type { OpenApiDocument } from "../src/document.ts";
import { parseDocument } from "../src/document.ts";
import { exampleErrors } from "../src/example-errors.ts";

const run = promisify(execFile);
let contract: OpenApiDocument;

beforeAll(async () => {
  contract = parseDocument(await bundle());
});

/** A copy of the contract in which one value is another. */
function planted(path: readonly (string | number)[], value: unknown): OpenApiDocument {
  const copy = structuredClone(contract);
  const target = path.slice(0, -1).reduce((node: object, key) => Object(Reflect.get(node, key)), copy);
  Reflect.set(target, path.at(-1) ?? "", value);
  return copy;
}

/** Where the assembled example of a success stands. */
function success(path: string, method: string): readonly string[] {
  return ["paths", path, method, "responses", "200", "content", "application/json", "examples", "example"];
}

/** Where that of a request stands. */
function requestExample(path: string): readonly string[] {
  return ["paths", path, "post", "requestBody", "content", "application/json", "examples", "example"];
}

/** The rules of the repository's own lint that a document breaks, each once. */
async function lintRules(document: OpenApiDocument): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "examples-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    const config = fileURLToPath(new URL("redocly.yaml", rootUrl));
    const args = [await redoclyCli(), "lint", file, "--config", config, "--format", "json"];
    const output = await run(process.execPath, args, { env: { ...process.env, REDOCLY_TELEMETRY: "off" } }).catch(
      // A document with problems ends the command with 1.
      (error: { stdout: string }) => error,
    );
    const { problems }: { problems: { ruleId: string }[] } = JSON.parse(output.stdout);
    return [...new Set(problems.map(({ ruleId }) => ruleId))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("every example of the contract is valid by JSON Schema 2020-12, and has no property that nobody described", () => {
  const { checked, errors } = exampleErrors(contract);
  expect(errors).toEqual([]);
  // An empty walk would find no error either.
  expect(checked).toBeGreaterThan(300);
});

describe("both engines refuse", () => {
  const unit = [...success("/units/listing", "get"), "value", "data", 0] as const;
  const media = "no-invalid-media-type-examples";

  test.each([
    {
      fault: "a wrong type in a response",
      path: [...unit, "id"],
      value: "one",
      errors: ["unitsListing 200 example /data/0/id must be integer"],
      rules: [media],
    },
    {
      fault: "an unknown property at depth",
      path: [...unit, "sim_card", "puk"],
      value: "0000",
      errors: expect.arrayContaining([
        "unitsListing 200 example /data/0/sim_card must NOT have additional properties puk",
      ]),
      rules: [media],
    },
    {
      fault: "a wrong type in a request",
      path: [...requestExample("/auth/login"), "value", "username"],
      value: 7,
      errors: ["authLogin request example /username must be string"],
      rules: [media],
    },
    {
      fault: "a value that is out of bounds in a parameter",
      path: ["components", "parameters", "PerPage", "example"],
      value: 201,
      errors: ["unitsListing per_page must be <= 200"],
      rules: ["no-invalid-parameter-examples"],
    },
    {
      fault: "a wrong type in a schema",
      path: ["components", "schemas", "Unit", "properties", "name", "examples", 0],
      value: null,
      errors: ["Unit.name must be string"],
      rules: ["no-invalid-schema-examples"],
    },
  ])("$fault", async ({ path, value, errors, rules }) => {
    const document = planted(path, value);
    expect(exampleErrors(document).errors).toEqual(errors);
    expect(await lintRules(document)).toEqual(rules);
  });
});
