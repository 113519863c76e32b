import { type ParameterValidator, validators } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { requestFindings } from "../../src/validate/request-findings.ts";

const { client_id } = validators.authPermission.parameters.query;

/** The checks of an operation with one header parameter, an integer from 1. */
function checks(depth: Partial<ParameterValidator>) {
  if (client_id === undefined) throw new Error("The contract has lost client_id.");
  const header = { "X-Depth": { ...client_id, ...depth } };
  return { body: null, bodyRequired: false, parameters: { path: {}, query: {}, header } };
}

describe("header parameters", () => {
  it("are checked in any case of their name, and others are let through", () => {
    expect(requestFindings({ headers: { "x-depth": "3", "x-other": {} } }, checks({}))).toEqual([]);
    expect(requestFindings({ headers: { "x-DEPTH": 0 } }, checks({}))).toEqual([
      { in: "header", pointer: "/X-Depth", rule: "minimum", expected: expect.any(String) },
    ]);
  });

  it("are not demanded: the client makes an Idempotency-Key itself, and types demand the others", () => {
    expect(requestFindings({}, checks({ required: true }))).toEqual([]);
  });
});

describe("names that every object has", () => {
  const names = ["constructor", "toString", "hasOwnProperty", "__proto__"];
  const row = checks({ required: true }).parameters.header["X-Depth"];
  const required = Object.fromEntries(names.map((name) => [name, row]));

  it("are not given because every object has them", () => {
    const parameters = { path: required, query: required, header: {} };
    const findings = requestFindings({ path: {}, query: {} }, { body: null, bodyRequired: false, parameters });
    const one = names.map((name) => `/${name} required`);
    expect(findings.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([...one, ...one]);
  });

  it("are unknown where the contract does not have them", () => {
    const query = Object.fromEntries(names.map((name) => [name, 1]));
    const findings = requestFindings({ query }, checks({}));
    expect(findings.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(names.map((name) => `/${name} unknown`));
  });
});

describe("a body", () => {
  const { body } = validators.authLogin;
  const found = (bodyRequired: boolean, given: unknown) =>
    requestFindings({ body: given }, { ...checks({}), body, bodyRequired }).map(({ rule }) => rule);

  it("may be left out where it is optional, and only there", () => {
    expect(found(false, undefined)).toEqual([]);
    expect(found(true, undefined)).not.toEqual([]);
    expect(found(false, { username: "demo" })).toEqual(["required"]);
  });
});

it("a number is read from text as the service reads it", () => {
  for (const text of ["\u00a05", "5 ", "0x5", ""])
    expect(requestFindings({ headers: { "X-Depth": text } }, checks({}))).toHaveLength(1);
});
