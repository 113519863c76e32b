import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Parameter } from "../src/contract/document.ts";
import { type Operation, readGroups } from "../src/contract/operations.ts";
import { printCall } from "../src/samples/literal.ts";
import { type Sample, samplesOf } from "../src/samples/index.ts";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
const operations = readGroups(document).flatMap((group) => group.operations);

function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no ${id}.`);
  return found;
}

function codeOf(operation: Operation, language: Sample["language"]): string {
  return samplesOf(operation, document).find((sample) => sample.language === language)?.code ?? "";
}

/** An operation with other parameters and another body. */
function withInput(parameters: readonly Parameter[], body?: unknown): Operation {
  const create = operationOf("unitGroupsCreate");
  if (create.body === null) throw new Error("The operation has no body.");
  // Without properties, every member of an object is an optional one.
  const schema = { type: "object", required: Object.keys(Object(body)) };
  return { ...create, parameters, body: body === undefined ? null : { ...create.body, schema, example: body } };
}

describe("samples of the contract", () => {
  test.for(operations)("$id has one in each language, with a value in every place", (operation) => {
    const samples = samplesOf(operation, document);
    expect(samples.map(({ language }) => language)).toEqual(["curl", "client", "fetch", "openapi-fetch"]);
    for (const { code } of samples) expect(code).not.toMatch(/undefined|\[object/);
  });

  it("are as a formatter would leave them", () => {
    const folder = mkdtempSync(join(tmpdir(), "fleet-samples-"));
    try {
      writeFileSync(join(folder, ".oxfmtrc.json"), '{ "printWidth": 76 }\n');
      for (const operation of operations)
        for (const { language, syntax, code } of samplesOf(operation, document))
          if (syntax === "ts") writeFileSync(join(folder, `${operation.id}-${language}.ts`), `${code}\n`);
      const oxfmt = fileURLToPath(new URL("../../../node_modules/.bin/oxfmt", import.meta.url));
      const { status, stdout } = spawnSync(oxfmt, ["--check", "."], { cwd: folder, encoding: "utf8" });
      expect(stdout).toContain("All matched files use the correct format.");
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("show required parameters and the page, and no precondition that only the reader can know", () => {
    expect(codeOf(operationOf("unitsFind"), "curl")).toContain("/units/find?q=0010179&page=1&per_page=50'");
    expect(codeOf(operationOf("unitsFind"), "client")).toContain('query: { q: "0010179", per_page: 50 },');
    expect(codeOf(operationOf("unitsDelete"), "client")).not.toMatch(/if-match/i);
    expect(codeOf(operationOf("unitsGet"), "curl")).not.toMatch(/if-none-match|include_deleted/);
  });

  it("show the required members of a body and two others", () => {
    const members = /body: \{\s*((?:\w+: .*?,\s+)+)\}/s.exec(codeOf(operationOf("unitsCreate"), "client"))?.[1];
    expect(members?.match(/\w+(?=: )/g)).toEqual([
      "client_id",
      "external_id",
      "name",
      "identifier",
      "identifier_type",
      "imei",
    ]);
  });

  it("carry a token only where the operation needs one, and never a secret", () => {
    for (const operation of operations) {
      const samples = samplesOf(operation, document);
      const withToken = samples.filter(({ code }) => /API_TOKEN|auth\.bind/.test(code)).map(({ language }) => language);
      const all = ["curl", "client", "fetch", "openapi-fetch"];
      expect(withToken).toEqual({ required: all, optional: [], none: ["client"] }[operation.auth]);
      for (const { code } of samples) expect(code).not.toMatch(/fleet-demo-|bearer f1\./);
    }
  });
});

describe("samples of measurements", () => {
  const ids = ["monitoringIngest", "unitsCreateReading", "vehiclesCreateReading"];
  test.for(ids)("%s sends those of the present, because old ones are refused", (id) => {
    const begin = Math.floor(Date.now() / 1000) * 1000;
    const [body] = argumentsOf([codeOf(operationOf(id), "curl")])[0]?.slice(-1) ?? [];
    const instants = [...(body ?? "").matchAll(/"(?:recorded_at|read_at)": "(.*?)"/g)].map(([, at]) =>
      Date.parse(at ?? ""),
    );
    expect(instants.length).toBeGreaterThan(0);
    for (const at of instants) expect(at).toBeGreaterThanOrEqual(begin);
    for (const language of ["client", "fetch", "openapi-fetch"] as const) {
      expect(codeOf(operationOf(id), language)).toMatch(/(?:recorded_at|read_at): new Date\(\)\.toISOString\(\)/);
    }
  });
});

describe("the curl sample", () => {
  const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));
  // A header has no control characters (RFC 9110 section 5.5), and shells lose some of them.
  const headerText = text.filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value));

  it("hands any example to curl as it is", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, headerText, fc.jsonValue()), { minLength: 1, maxLength: 20 }), (examples) => {
        const commands = examples.map(([query, header, body]) => {
          const parameters: Parameter[] = [
            { name: "q", in: "query", required: true, schema: {}, example: query },
            { name: "X-Note", in: "header", required: true, schema: {}, example: header },
          ];
          return codeOf(withInput(parameters, { body }), "curl");
        });
        const calls = argumentsOf(commands);
        for (const [index, [query, header, body]] of examples.entries()) {
          const args = calls[index] ?? [];
          expect(new URL(args[0] ?? "").searchParams.get("q")).toBe(query);
          expect(args).toContain("authorization: bearer a token");
          expect(args).toContain(`x-note: ${header}`);
          expect(JSON.parse(args.at(-1) ?? "")).toEqual(JSON.parse(JSON.stringify({ body })));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("writes the commas of a list as they are, and repeats the name of a list that is exploded", () => {
    const list: Parameter = { name: "sort", in: "query", required: true, schema: {}, example: ["a,b", "c&d"] };
    expect(codeOf(withInput([{ ...list, explode: false }]), "curl")).toContain("?sort=a%2Cb,c%26d'");
    expect(codeOf(withInput([list]), "curl")).toContain("?sort=a%2Cb&sort=c%26d'");
  });

  it("leaves placeholders in an address readable", () => {
    expect(codeOf(operationOf("authRegistration"), "curl")).toContain("/auth/registration/<REGISTRATION_TOKEN>'");
  });
});

/** The arguments that commands in one script give to curl. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = ["curl() { printf '%s\\0' \"$@\"; printf '\\1\\0'; }", ...commands].join("\n");
  const env = { ...process.env, API_TOKEN: "a token", LC_ALL: "C.UTF-8" };
  const output = execFileSync("bash", ["-s"], { input: script, env, encoding: "utf8" });
  return output
    .split("\u0001\0")
    .slice(0, -1)
    .map((call) => call.split("\0").slice(0, -1))
    .map((call) => call.filter((argument) => !/^-[XHdi]$|^(POST|PATCH|PUT|DELETE)$/.test(argument)));
}

describe("values in TypeScript", () => {
  it("read back as what they were, on lines as short as they can be", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (generated) => {
        const value: unknown = JSON.parse(JSON.stringify(generated));
        const code = printCall("JSON.stringify", [value], "");
        expect(JSON.parse(runInNewContext(code))).toEqual(value);
        if (code.includes("\n")) expect(code.replaceAll(/\s/g, "").length).toBeGreaterThan(60);
      }),
    );
  });

  it("a new key is made for each change", () => {
    const key = { name: "Idempotency-Key", in: "header", required: true, schema: {}, example: "k-1" } as const;
    const operation = withInput([key], { name: "North" });
    expect(codeOf(operation, "curl")).toContain("-H 'idempotency-key: k-1'");
    expect(codeOf(operation, "client")).not.toContain("dempotency");
    expect(codeOf(operation, "fetch")).toContain('"idempotency-key": crypto.randomUUID(),');
    expect(codeOf(operation, "openapi-fetch")).toContain('header: { "Idempotency-Key": crypto.randomUUID() }');
  });

  it("falls back on the examples of schemas, and says where there is none", () => {
    const parameter: Parameter = { name: "q", in: "query", required: true, schema: { examples: ["north"] } };
    expect(codeOf(withInput([parameter]), "curl")).toContain("?q=north'");
    expect(() => codeOf(withInput([{ ...parameter, schema: { type: "string" } }]), "curl")).toThrow(
      "The parameter q has no example. Give it one.",
    );
    const create = operationOf("unitGroupsCreate");
    if (create.body === null) throw new Error("The operation has no body.");
    const withoutExample = { ...create, body: { ...create.body, example: undefined } };
    expect(codeOf(withoutExample, "curl")).toContain(`-d '{ "client_id": 1, "name": "North" }'`);
  });
});
