import type { ParameterValidator } from "@fleet-api/contract/validators";
import { validators } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { requestFindings } from "../../src/validate/request-findings.ts";

const { client_id } = validators.authPermission.parameters.query;

/** The checks of an operation with one header parameter, an integer from 1. */
function checks(depth: Partial<ParameterValidator>) {
  if (client_id === undefined) throw new Error("The contract has lost client_id.");
  const header = { "X-Depth": { ...client_id, ...depth } };
  return { body: null, maxBodyBytes: 0, parameters: { path: {}, query: {}, header } };
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
