import { examplesOf, type MediaType, operationsOf, type Parameter, resolve } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { describe, expect, test } from "vitest";
import { type OperationValidators, type Validate, validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";

const document = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));
const documented = new Map(operationsOf(document).map((entry) => [entry.operation.operationId, entry]));

/** The values of the examples of a body; none without a body. */
function bodyExamples({ content = {} }: { content?: Record<string, MediaType> } = {}): unknown[] {
  return Object.values(content).flatMap((media) => examplesOf(document, media));
}

function reasons(validate: Validate | null | undefined, value: unknown): unknown {
  if (validate === null || validate === undefined) return "no validator";
  return validate(value) ? [] : validate.errors;
}

describe("every example of the contract", () => {
  const strict = new Map(Object.entries(strictResponses));
  test.each(Object.entries(validators))("%s", (id, checks) => {
    const { operation, parameters } = documented.get(id) ?? expect.fail(`The document has no ${id}.`);
    for (const [status, response] of Object.entries(operation.responses)) {
      const body = resolve(document, response);
      const examples = bodyExamples(body);
      expect(examples.length > 0).toBe(body.content !== undefined);
      expect(checks.responses[Number(status)] === null).toBe(body.content === undefined);
      for (const example of examples) {
        expect(reasons(checks.responses[Number(status)], example)).toEqual([]);
        expect(reasons(strict.get(id)?.[Number(status)], example)).toEqual([]);
      }
    }
    for (const example of bodyExamples(operation.requestBody)) expect(reasons(checks.body, example)).toEqual([]);
    expect(checks.body === null).toBe(operation.requestBody === undefined);
    expect(parameterReasons(checks, parameters)).toEqual([]);
  });
});

function parameterReasons(checks: OperationValidators, parameters: readonly Parameter[]): unknown[] {
  const rows = new Map(Object.entries(checks.parameters));
  // A cursor has none: only a response before has one that works.
  const shown = parameters.filter(({ example }) => example !== undefined);
  return shown.flatMap(({ name, in: place, example }) => reasons(rows.get(place)?.[name]?.validate, example));
}

describe("request bodies", () => {
  const body = validators.authLogin.body;

  test("an unknown member is refused", () => {
    expect(reasons(body, { username: "u", password: "p", remember: true })).toMatchObject([
      { keyword: "additionalProperties", instancePath: "", params: { additionalProperty: "remember" } },
    ]);
  });

  test("all reasons are given, with the place of each", () => {
    expect(reasons(body, { username: 1, extra: 1 })).toMatchObject([
      { keyword: "required", instancePath: "", params: { missingProperty: "password" }, message: expect.any(String) },
      { keyword: "additionalProperties", params: { additionalProperty: "extra" } },
      { keyword: "type", instancePath: "/username", params: { type: "string" } },
    ]);
  });

  test("nothing is coerced", () => {
    expect(reasons(validators.authPasswordResetRequest.body, { email: 5 })).toMatchObject([{ keyword: "type" }]);
    expect(reasons(validators.authPasswordResetRequest.body, null)).toMatchObject([
      { keyword: "type", params: { type: "object" } },
    ]);
  });

  test("patterns count, and a wrong e-mail address is one error", () => {
    expect(reasons(validators.authPasswordResetRequest.body, { email: "not an address" })).toMatchObject([
      { keyword: "pattern", parentSchema: { "x-expected": "an e-mail address such as name@example.com" } },
    ]);
  });

  test("lengths are counted in characters, not in UTF-16 units", () => {
    const longest = "\u{1F69A}".repeat(256);
    expect(reasons(body, { username: "u", password: longest })).toEqual([]);
    expect(reasons(body, { username: "u", password: `${longest}x` })).toMatchObject([
      { keyword: "maxLength", params: { limit: 256 } },
    ]);
  });
});

describe("parameters", () => {
  const { query } = validators.unitsListing.parameters;

  test("say how to read them", () => {
    expect(query["per_page"]).toMatchObject({
      required: false,
      type: "integer",
      itemType: null,
      csv: false,
      sensitive: false,
      default: 50,
    });
    expect(query["limit"]).not.toHaveProperty("default");
    expect(query["lifecycle_status"]).toMatchObject({ type: "array", itemType: "string", csv: true });
    expect(validators.authRegistration.parameters.path["registration_token"]).toMatchObject({
      required: true,
      type: "string",
      sensitive: true,
    });
  });

  test.each([0, 201, 1.5, "50", null])("per_page refuses %j", (value) => {
    expect(query["per_page"]?.validate(value)).toBe(false);
  });

  test("a list refuses a value outside its enum and names the accepted ones", () => {
    expect(reasons(query["lifecycle_status"]?.validate, ["active", "lost"])).toMatchObject([
      {
        keyword: "enum",
        instancePath: "/1",
        params: { allowedValues: ["in_stock", "active", "suspended", "faulty", "decommissioned"] },
      },
    ]);
  });
});

describe("responses", () => {
  const pong = { data: { pong: true, version: "1.0.0", time: "2026-01-15T08:30:00.000Z" } };

  test("a member that the contract does not name passes, but not strictly", () => {
    const more = { data: { ...pong.data, secret: 1 }, extra: 1 };
    expect(reasons(validators.testsPing.responses[200], more)).toEqual([]);
    expect(reasons(strictResponses.testsPing[200], more)).toMatchObject([
      { keyword: "additionalProperties", params: { additionalProperty: "extra" } },
      { keyword: "additionalProperties", instancePath: "/data", params: { additionalProperty: "secret" } },
    ]);
  });

  test("a wrong type, constant or format is refused by both", () => {
    const wrong = { data: { pong: false, version: 1, time: "yesterday" } };
    for (const validate of [validators.testsPing.responses[200], strictResponses.testsPing[200]]) {
      expect(reasons(validate, wrong)).toMatchObject([
        { keyword: "const" },
        { keyword: "type" },
        { keyword: "format" },
      ]);
    }
  });

  test("errors must be problems", () => {
    expect(reasons(validators.testsPing.responses[500], pong)).toEqual(
      expect.arrayContaining([expect.objectContaining({ keyword: "required" })]),
    );
  });

  test("maps stay open when responses are strict", () => {
    const [example] = bodyExamples(documented.get("authLogin")?.operation.responses["200"]);
    const login: { data: { timezone: Record<string, string> } } = structuredClone(Object(example));
    login.data.timezone["Europe/Berlin"] = "Berlin";
    expect(reasons(strictResponses.authLogin[200], login)).toEqual([]);
  });
});
