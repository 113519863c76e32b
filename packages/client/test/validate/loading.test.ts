import { requests } from "@fleet-api/contract/validators/lazy/request";
import { responses } from "@fleet-api/contract/validators/lazy/response";
import { validators } from "@fleet-api/contract/validators";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { findingsOf, validate, type ValidateOptions } from "../../src/validate/index.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { example } from "./support.ts";

/** The same functions, which remember their calls. */
const spies = vi.hoisted(() => (table: object): object => {
  const entries = Object.entries(table).map(([id, load]: [string, () => Promise<unknown>]) => [id, vi.fn(load)]);
  return Object.fromEntries(entries);
});
vi.mock("@fleet-api/contract/validators/lazy/request", async (original) => ({
  requests: spies((await original<{ requests: object }>()).requests),
}));
vi.mock("@fleet-api/contract/validators/lazy/response", async (original) => ({
  responses: spies((await original<{ responses: object }>()).responses),
}));

afterEach(() => vi.clearAllMocks());

function client(path: string, options: ValidateOptions, changes: object = {}) {
  const fetch = vi.fn(async () => jsonResponse({ ...example(path, "get", 200), ...changes }));
  return { fetch, fleet: createFleetClient({ baseUrl, fetch, use: [validate(options)], retry: false }) };
}

/** The parts that were loaded, as `testsPing.response`. */
function loaded(): string[] {
  return Object.entries({ request: requests, response: responses }).flatMap(([kind, table]) =>
    Object.entries(table).flatMap(([id, load]) => vi.mocked(load).mock.calls.map(() => `${id}.${kind}`)),
  );
}

describe("validators", () => {
  it("are loaded with the first call of their operation, once, and those of requests where they are checked", async () => {
    const { fleet } = client("/units/listing", { mode: "fail" });
    expect(loaded()).toEqual([]);
    await fleet.units.listing();
    await fleet.units.listing();
    expect(loaded()).toEqual(["unitsListing.response"]);
    await client("/tests/ping", { mode: "fail", requests: true, responses: false }).fleet.tests.ping();
    expect(loaded()).toEqual(["testsPing.request", "unitsListing.response"]);
  });

  it("are not loaded for calls outside of the sample, nor where others are given", async () => {
    await client("/tests/ping", { mode: "fail", sample: 0 }).fleet.tests.ping();
    const given = Object.entries(validators).map(([id, checks]) => [id, checks.responses] as const);
    const responseValidators: ValidateOptions["responseValidators"] = Object(Object.fromEntries(given));
    await client("/tests/ping", { mode: "fail", responseValidators }).fleet.tests.ping();
    expect(loaded()).toEqual([]);
  });
});

describe("validators that cannot be loaded", () => {
  const offline = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

  it("are a failure in mode fail, and are tried again", async () => {
    vi.mocked(responses.authToken).mockImplementationOnce(offline);
    const { fleet } = client("/auth/token", { mode: "fail" });
    const result = await fleet.auth.token();
    expect(result).toMatchObject({ ok: false, kind: "unexpected", status: 200 });
    expect(String(Object(result).error)).toContain("the validators of authToken could not be loaded");
    expect(findingsOf(Object(result).error)).toEqual([]);
    expect(await fleet.auth.token()).toMatchObject({ ok: true });
  });

  it("keep a call from being sent in mode fail", async () => {
    vi.mocked(requests.authToken).mockImplementationOnce(offline);
    const { fleet, fetch } = client("/auth/token", { mode: "fail", requests: true });
    expect(await fleet.auth.token()).toMatchObject({ ok: false, kind: "request", status: null });
    expect(fetch).not.toHaveBeenCalled();
    expect(await fleet.auth.token()).toMatchObject({ ok: true });
  });

  it("change nothing in mode report", async () => {
    const onDrift = vi.fn();
    vi.mocked(requests.authLogout).mockImplementation(offline);
    vi.mocked(responses.authLogout).mockImplementation(offline);
    const { fleet } = client("/auth/token", { mode: "report", requests: true, onDrift });
    expect(await fleet.auth.logout()).toMatchObject({ ok: true });
    expect(onDrift).not.toHaveBeenCalled();
  });
});
