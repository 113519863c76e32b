import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createFleetClient, FleetError, isFleetError } from "../src/index.ts";
import { baseUrl, jsonResponse, problem } from "./support/answers.ts";

/** Everything that a logger may make of an error. */
function printed(error: unknown): string {
  const own = JSON.stringify(Object.entries(error as object));
  return [
    String(error),
    inspect(error, { depth: 9, showHidden: false }),
    JSON.stringify(error),
    own,
    (error as Error).stack,
  ].join("\n");
}

describe("secrets", () => {
  const secret = "canary";
  const headers = { authorization: `bearer ${secret}`, "x-api-key": secret };
  const input = { path: { registration_token: secret } };
  const answers: Record<string, () => Promise<Response>> = {
    "a problem whose instance has the token": async () =>
      jsonResponse(problem(410, "gone", { instance: `/auth/registration/${secret}` }), { status: 410, headers }),
    "a truncated body": async () => jsonResponse(`{"data":{"api_key":"${secret}"`, { headers }),
    "a body that starts with the secret": async () => jsonResponse(secret, { headers }),
    "a body of another shape": async () => jsonResponse({ api_key: secret }, { headers }),
    "an undocumented status": async () => jsonResponse({ api_key: secret }, { status: 418, headers }),
    "a network error that quotes the URL": async () => Promise.reject(new TypeError(`cannot fetch /${secret}`)),
  };

  it.each(Object.entries(answers))("do not show with %s", async (_name, fetch) => {
    const fleet = createFleetClient({ baseUrl, headers, fetch });
    const call = fleet.auth.registration(input);
    const result = await call;
    const error: unknown = await call.orThrow().catch((each: unknown) => each);
    expect(isFleetError(error)).toBe(true);
    expect(printed(error)).not.toContain(secret);
    expect(inspect(result.ok || result.kind === "http" ? null : result, { depth: 9 })).not.toContain(secret);
  });

  it("do not show with a refused parameter or body", async () => {
    const fleet = createFleetClient({ baseUrl, headers, fetch: async () => jsonResponse({}) });
    const calls = [
      fleet.auth.registration({ path: { registration_token: `../${secret}` } }),
      fleet.auth.login({ body: { username: secret, password: secret, n: 1n } as never }),
    ];
    for (const call of calls)
      expect(printed(await call.orThrow().catch((each: unknown) => each))).not.toContain(secret);
  });

  it("do not show when a header is refused", () => {
    expect(() => createFleetClient({ baseUrl, headers: { authorization: `bearer ${secret}\nx` } })).toThrow(
      /^headers has/,
    );
  });
});

it("prints and serialises what helps: codes, ids, findings, the code of the cause", async () => {
  const errors = [
    {
      in: "query" as const,
      pointer: null,
      name: "per_page",
      code: "maximum" as const,
      detail: "at most 200",
      allowed_values: null,
    },
  ];
  const fetch = async () =>
    jsonResponse(problem(422, "validation_failed", { errors }), { status: 422, headers: { "x-request-id": "req-7" } });
  const error: unknown = await createFleetClient({ baseUrl, fetch })
    .units.listing()
    .orThrow()
    .catch((each: unknown) => each);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "FleetError",
    message: "unitsListing: 422 validation_failed: about validation_failed",
    kind: "http",
    code: "validation_failed",
    status: 422,
    operationId: "unitsListing",
    requestId: "req-7",
    errors,
  });
  for (const text of ["FleetError: unitsListing: 422", "fleet-error.test.ts", "req-7", "at most 200"]) {
    expect(inspect(error, { depth: 9 })).toContain(text);
  }
  const cause = Object.assign(new TypeError("x"), { cause: Object.assign(new Error("y"), { code: "ECONNRESET" }) });
  expect(inspect(new FleetError("m", { kind: "network", operationId: "testsPing", cause }))).toContain(
    "TypeError ECONNRESET",
  );
});

it("is recognised across copies of the package by its brand, not by its class", () => {
  const facts = { kind: "timeout", operationId: "testsPing" } as const;
  const error = new FleetError("late", facts);
  const foreign = Object.defineProperties(new Error("copy"), Object.getOwnPropertyDescriptors(error));
  expect([error, foreign].map((each) => isFleetError(each))).toEqual([true, true]);
  expect(foreign).not.toBeInstanceOf(FleetError);
  expect([isFleetError(error, "timeout"), isFleetError(error, "abort")]).toEqual([true, false]);
  expect([null, undefined, "x", {}, new Error("x")].map((each) => isFleetError(each))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
