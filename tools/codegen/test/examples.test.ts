import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { rootUrl } from "../src/artefact.ts";
import { bundleWithMarks, redoclyCli } from "../src/bundle.ts";
import type { MediaType, OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { examplesOf, operationsOf, resolve } from "@fleet-api-tools/openapi-document";
import { exampleErrors } from "../src/example-errors.ts";

const run = promisify(execFile);
let contract: OpenApiDocument;

beforeAll(async () => {
  // With the marks, because lint reads one of them: `x-unitless`.
  contract = await bundleWithMarks();
});

type Path = readonly (string | number)[];

/** A copy of the contract in which one value is another. */
function planted(path: Path, value: unknown): OpenApiDocument {
  return withPlanted([{ path, value }]);
}

/** A copy of the contract in which several values are others. */
function withPlanted(values: readonly { path: Path; value: unknown }[]): OpenApiDocument {
  const copy = structuredClone(contract);
  for (const { path, value } of values) {
    const target = path.slice(0, -1).reduce((node: object, key) => Object(Reflect.get(node, key)), copy);
    Reflect.set(target, path.at(-1) ?? "", value);
  }
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

/** What the repository's own lint says of a document: the rule and the place of each problem. */
async function lintProblems(document: OpenApiDocument): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "examples-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    const config = fileURLToPath(new URL("redocly.yaml", rootUrl));
    const args = [redoclyCli(), "lint", file, "--config", config, "--format", "json"];
    const output = await run(process.execPath, args, { env: { ...process.env, REDOCLY_TELEMETRY: "off" } }).catch(
      // A document with problems ends the command with 1.
      (error: { stdout: string }) => error,
    );
    const { problems }: { problems: { ruleId: string; location: { pointer: string }[] }[] } = JSON.parse(output.stdout);
    return problems.flatMap(({ ruleId, location }) => location.map(({ pointer }) => `${ruleId} ${pointer}`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** RFC 6901 of a path, as the lint writes it. */
function pointerTo(path: Path): string {
  return `#/${path.map((name) => String(name).replaceAll("/", "~1")).join("/")}`;
}

test("says once that a map has an unknown key, and names it", () => {
  const counts = { type: "object", propertyNames: { enum: ["a"] }, examples: [{ b: 1 }] };
  const document = planted(["components", "schemas", "Pong", "properties", "counts"], counts);
  expect(exampleErrors(document).errors).toEqual(["Pong.counts b must be equal to one of the allowed values"]);
});

test("every example of the contract is valid by JSON Schema 2020-12, and has no property that nobody described", () => {
  const { checked, errors } = exampleErrors(contract);
  expect(errors).toEqual([]);
  // An empty walk would find no error either.
  expect(checked).toBeGreaterThan(300);
});

describe("both engines refuse", () => {
  const unit = [...success("/units/listing", "get"), "value", "data", 0] as const;
  const media = "no-invalid-media-type-examples";
  const faults = [
    {
      fault: "a wrong type in a response",
      path: [...unit, "id"],
      value: "one",
      error: "unitsListing 200 example /data/0/id must be integer",
      rule: media,
    },
    {
      fault: "an unknown property at depth",
      path: [...unit, "sim_card", "puk"],
      value: "0000",
      error: "unitsListing 200 example /data/0/sim_card must NOT have additional properties puk",
      rule: media,
    },
    {
      fault: "a wrong type in a request",
      path: [...requestExample("/auth/login"), "value", "username"],
      value: 7,
      error: "authLogin request example /username must be string",
      rule: media,
    },
    {
      fault: "a value that is out of bounds in a parameter",
      path: ["components", "parameters", "CheckedClientId", "example"],
      value: 0,
      error: "authPermission client_id must be >= 1",
      rule: "no-invalid-parameter-examples",
    },
    {
      fault: "a wrong type in a schema",
      path: ["components", "schemas", "Unit", "properties", "name", "examples", 0],
      value: null,
      error: "Unit.name must be string",
      rule: "no-invalid-schema-examples",
    },
  ];
  let errors: string[];
  let problems: string[];

  // All in one document, because the lint takes its time over the whole contract.
  beforeAll(async () => {
    const document = withPlanted(faults);
    ({ errors } = exampleErrors(document));
    problems = await lintProblems(document);
  });

  test.each(faults)("$fault", ({ path, error, rule }) => {
    expect(errors).toContain(error);
    expect(problems).toContain(`${rule} ${pointerTo(path)}`);
  });

  test("and find nothing else", () => {
    expect(errors).toHaveLength(faults.length);
    expect(problems).toHaveLength(faults.length);
  });
});

/** The members of an object, or of the objects of a list. */
function membersOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** What an example of a success repeats of the request: members of its data, of a scope in it, and of `pagination`. */
function repeated(value: unknown): [string, unknown][] {
  const { data, pagination } = Object(value);
  return [...membersOf(data), ...membersOf(Object(data).scope), ...membersOf(pagination)];
}

/** What an example of a success says of the request, but not as the example of the request says it. */
function disagreements(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ operation, parameters }) => {
    const [body] = bodyExamples(document, operation.requestBody?.content ?? {});
    const sent = new Map([
      // All groups share the parameter `external_id`, and each has records of its own.
      ...parameters
        .filter(({ name }) => name !== "external_id")
        .map(({ name, example }): [string, unknown] => [name, example]),
      ...membersOf(body),
    ]);
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    const answers = successes.flatMap(([, { content = {} }]) => bodyExamples(document, content));
    return answers.flatMap(repeated).flatMap(([name, value]) => {
      const asked = sent.get(name);
      const agrees = asked === undefined || [asked, ...[asked].flat()].some((each) => isDeepStrictEqual(each, value));
      return agrees ? [] : [`${operation.operationId} ${name}: ${String(asked)} is answered with ${String(value)}`];
    });
  });
}

function bodyExamples(document: OpenApiDocument, content: Record<string, MediaType>): unknown[] {
  return Object.values(content).flatMap((media) => examplesOf(document, media));
}

describe("the examples of one operation agree", () => {
  test("of request and success", () => {
    expect(disagreements(contract)).toEqual([]);
  });

  test("which fails when one of them is changed", () => {
    expect(disagreements(planted([...success("/units/listing", "get"), "value", "pagination", "page"], 4))).toEqual([
      "unitsListing page: 1 is answered with 4",
    ]);
    expect(disagreements(planted([...requestExample("/auth/login"), "value", "username"], "somebody"))).toEqual([
      "authLogin username: somebody is answered with demo-partner-admin",
    ]);
    const allowed = success("/auth/permission/{resource}/action/{action}", "get").slice(0, -1);
    const scope = [...allowed, "permission_allowed", "value", "data", "scope", "agency_id"];
    expect(disagreements(planted(scope, "a-2"))).toEqual([
      "authPermission agency_id: demo-agency-1 is answered with a-2",
    ]);
    const state = [...success("/units/listing", "get"), "value", "data", 0, "lifecycle_status"];
    expect(disagreements(planted(state, "faulty"))).toEqual([
      "unitsListing lifecycle_status: active,suspended is answered with faulty",
    ]);
  });

  test("of a problem and the headers beside it", () => {
    const waits = operationsOf(contract).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ headers = {}, content = {} }) => {
        const header = headers["Retry-After"];
        if (header === undefined) return [];
        const { example, required } = resolve(contract, header);
        const bodies = bodyExamples(contract, content).map((problem) => Object(problem)["retry_after_s"]);
        // A header that is not always there belongs to the problems that say how long to wait.
        return bodies.filter((body) => required === true || body !== undefined).map((body) => [example, body]);
      }),
    );
    expect(waits.length).toBeGreaterThan(5);
    expect(waits.filter(([header, body]) => header !== body)).toEqual([]);
  });
});

/** Links of a document that lead nowhere, or set a parameter that their operation does not have. */
function brokenLinks(document: OpenApiDocument): string[] {
  const operations = operationsOf(document);
  return operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.values(responses).flatMap(({ links = {} }) =>
      Object.entries(links).flatMap(([name, link]) => {
        const target = operations.find(({ operation }) => operation.operationId === link.operationId);
        if (target === undefined) return [`${operationId} ${name}: there is no ${String(link.operationId)}`];
        const known = target.parameters.map((each) => `${each.in}.${each.name}`);
        const unknown = Object.keys(link.parameters ?? {}).filter((each) => !known.includes(each));
        return unknown.map((each) => `${operationId} ${name}: ${String(link.operationId)} has no ${each}`);
      }),
    ),
  );
}

describe("links", () => {
  const nextPage = ["paths", "/units/listing", "get", "responses", "200", "links", "next_page"];

  test("lead to operations, with parameters that these have", () => {
    expect(brokenLinks(contract)).toEqual([]);
    expect(brokenLinks(planted([...nextPage, "operationId"], "unitsList"))).toEqual([
      "unitsListing next_page: there is no unitsList",
    ]);
    expect(brokenLinks(planted([...nextPage, "parameters", "query.size"], "$request.query.size"))).toEqual([
      "unitsListing next_page: unitsListing has no query.size",
    ]);
  });

  test("a page has one to the next page, a login one to the logout", () => {
    const linksOf = (path: string, verb: "get" | "post") =>
      Object.keys(contract.paths[path]?.[verb]?.responses["200"]?.links ?? {});
    expect(linksOf("/units/listing", "get")).toEqual(["next_page"]);
    expect(linksOf("/auth/login", "post")).toEqual(["log_out"]);
  });
});
