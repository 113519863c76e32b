import { type ParameterValidator, validators } from "@fleet-api/contract/validators";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createFleetClient, isFleetError } from "../../src/index.ts";
import { type Drift, type ValidateOptions, findingsOf, validate } from "../../src/validate/index.ts";
import { requestFindings } from "../../src/validate/request-findings.ts";
import { rejects, unhandledIn } from "../observe/unhandled.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { example } from "./support.ts";

/** The page of units of the contract, with members of the first unit replaced. */
function units(changes: Record<string, unknown> = {}) {
  const page = example("/units/listing", "get", 200) as { data: Record<string, unknown>[] };
  Object.assign(page.data[0] ?? {}, changes);
  return page;
}

function client(body: unknown, options: ValidateOptions, init: ResponseInit = {}, random = Math.random) {
  const fetch = vi.fn(async () => jsonResponse(body, init));
  const use = [validate(options)];
  return { fetch, fleet: createFleetClient({ baseUrl, fetch, use, random, retry: false }) };
}

const wrong = { id: "hunter22", name: 7 };

describe("an answer in mode fail", () => {
  it("that keeps the contract is left alone, unknown members included", async () => {
    const { fleet } = client({ ...units({ since: "1.1" }), more: 1 }, { mode: "fail" });
    expect(await fleet.units.listing()).toMatchObject({ ok: true, data: [{ since: "1.1" }] });
  });

  it("that breaks it becomes unexpected, with places and rules but no values", async () => {
    const { fleet } = client(units(wrong), { mode: "fail" }, { headers: { "x-request-id": "r-1" } });
    const { result, response } = await fleet.units.listing().withResponse();
    expect(result).toMatchObject({
      ok: false,
      kind: "unexpected",
      status: 200,
      meta: { requestId: "r-1", attempts: 1 },
    });
    expect(result.headers?.get("x-request-id")).toBe("r-1");
    expect(response?.status).toBe(200);
    if (result.ok || result.kind === "http") throw new Error("it went well");
    expect(result.error.message).toBe(
      "unitsListing: 200 breaks the contract: response /data/0/id type, response /data/0/name type",
    );
    expect(findingsOf(result.error)).toEqual([
      { in: "response", pointer: "/data/0/id", rule: "type", expected: "must be integer" },
      { in: "response", pointer: "/data/0/name", rule: "type", expected: "must be string" },
    ]);
    expect(isFleetError(result.error, "unexpected")).toBe(true);
    for (const text of [JSON.stringify(result), inspect(result, { depth: 9, showHidden: true })])
      expect(text).not.toContain("hunter22");
  });

  it("names what is missing, and not all of many", async () => {
    const page = units();
    for (const name of ["id", "name", "client_id", "identifier"]) delete page.data[0]?.[name];
    const { fleet } = client(page, { mode: "fail" });
    const error = await fleet.units
      .listing()
      .orThrow()
      .catch((reason: unknown) => reason);
    const pointers = findingsOf(error).map(({ pointer }) => pointer);
    expect(pointers).toContain("/data/0/id");
    expect(String(error)).toContain(`and ${pointers.length - 3} more`);
  });

  it("checks problems too, and keeps the problem", async () => {
    const { request_id: _gone, ...problem } = example("/tests/ping", "get", 503);
    const { fleet } = client(problem, { mode: "fail" }, { status: 503 });
    const result = await fleet.tests.ping();
    expect(result).toMatchObject({ kind: "unexpected", status: 503 });
    if (result.ok || result.kind === "http") throw new Error("it went well");
    expect(findingsOf(result.error)).toMatchObject([{ pointer: "/request_id", rule: "required" }]);
    expect(isFleetError(result.error) && result.error.problem?.code).toBe("unavailable");
  });

  it("leaves results alone that are broken already", async () => {
    const onDrift = vi.fn();
    const { fleet } = client("<html>", { mode: "fail", onDrift }, { status: 502 });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "unexpected", status: 502 });
    expect(await fleet.tests.ping({}, { signal: AbortSignal.abort() })).toMatchObject({ kind: "abort" });
    expect(onDrift).not.toHaveBeenCalled();
  });
});

describe("values that an enum does not list", () => {
  const page = units({ lifecycle_status: "hibernating" });

  it("pass by default: services may add some", async () => {
    expect(await client(page, { mode: "fail" }).fleet.units.listing()).toMatchObject({ ok: true });
  });

  it("do not hide another breach", async () => {
    const { fleet } = client(units({ lifecycle_status: "hibernating", name: 7 }), { mode: "fail" });
    const result = await fleet.units.listing();
    expect(findingsOf(Object(result).error).map(({ pointer }) => pointer)).toEqual(["/data/0/name"]);
  });

  it("are a breach when they are no text, and when enums are closed", async () => {
    const number = client(units({ lifecycle_status: 7 }), { mode: "fail" });
    expect(await number.fleet.units.listing()).toMatchObject({ kind: "unexpected" });
    const closed = client(page, { mode: "fail", enums: "closed" });
    const result = await closed.fleet.units.listing();
    expect(findingsOf(Object(result).error)).toMatchObject([{ pointer: "/data/0/lifecycle_status", rule: "enum" }]);
  });
});

describe("instants and days", () => {
  const instants = [
    "2026-01-15T08:30:00+0200",
    "2026-01-15T08:30:00+02",
    "2026-01-15 08:30:00Z",
    "2026-02-30T08:30:00Z",
  ];

  it.each(instants)("a response with the instant %s breaks the contract", async (created_at) => {
    const { fleet } = client(units({ created_at }), { mode: "fail" });
    const result = await fleet.units.listing();
    expect(findingsOf(Object(result).error)).toEqual([
      { in: "response", pointer: "/data/0/created_at", rule: "format", expected: 'must match format "date-time"' },
    ]);
  });

  it("a response may have any instant of RFC 3339", async () => {
    for (const created_at of ["2026-01-15t08:30:00.1234567891z", "2026-01-15T08:30:00-00:00", "2016-12-31T23:59:60Z"])
      expect(await client(units({ created_at }), { mode: "fail" }).fleet.units.listing()).toMatchObject({ ok: true });
  });

  it.each([...instants, "yesterday"])("a request with the instant %s has one finding", async (instant) => {
    const { fleet, fetch } = client({ data: {} }, { mode: "fail", requests: true });
    const path = { unit_id: 1 };
    const results = [
      await fleet.units.update({ path, body: { installed_at: instant } }),
      await fleet.units.listing({ query: { updated_after: instant } }),
    ];
    const pointers = results.map((result) => findingsOf(Object(result).error).map(({ pointer }) => pointer));
    expect(pointers).toEqual([["/installed_at"], ["/updated_after"]]);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("mode report", () => {
  it("changes nothing and tells", async () => {
    const told: Drift[] = [];
    const options = { mode: "report", onDrift: (drift: Drift) => told.push(drift) } as const;
    const { fleet } = client(units(wrong), options, { headers: { "x-request-id": "r-1" } });
    expect(await fleet.units.listing()).toMatchObject({ ok: true, data: [wrong] });
    expect(told).toMatchObject([{ operationId: "unitsListing", status: 200, requestId: "r-1" }]);
    expect(told[0]?.findings).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain("hunter22");
  });

  it("survives an observer that throws", async () => {
    const onDrift = () => {
      throw new Error("no");
    };
    expect(await client(units(wrong), { mode: "report", onDrift }).fleet.units.listing()).toMatchObject({ ok: true });
  });

  it("survives an observer that rejects", async () => {
    const { fleet } = client(units(wrong), { mode: "report", requests: true, onDrift: rejects });
    expect(await unhandledIn(() => fleet.units.listing({ query: { page: 0 } }))).toEqual([]);
  });

  it("checks only a sample", async () => {
    const dice = [0.09, 0.1, 0.5, 0.05];
    const onDrift = vi.fn();
    const random = () => dice.shift() ?? 1;
    const { fleet } = client(units(wrong), { mode: "report", onDrift, sample: 0.1 }, {}, random);
    for (let n = 0; n < 4; n += 1) await fleet.units.listing();
    expect(onDrift).toHaveBeenCalledTimes(2);
  });

  it("with sample 0 and with responses off checks no answer", async () => {
    const onDrift = vi.fn();
    for (const off of [{ sample: 0 }, { responses: false }])
      await client(units(wrong), { mode: "report", onDrift, ...off }, {}, () => 0).fleet.units.listing();
    expect(onDrift).not.toHaveBeenCalled();
  });
});

describe("other validators of answers", () => {
  it("may refuse unknown members, and mask names that may be values", async () => {
    const page = units({ since: 1, "token hunter22": 1 });
    const { fleet } = client(page, { mode: "fail", responseValidators: strictResponses });
    const result = await fleet.units.listing();
    expect(
      findingsOf(Object(result).error)
        .map(({ pointer, rule }) => `${pointer} ${rule}`)
        .toSorted(),
    ).toEqual(["/data/0/* additionalProperties", "/data/0/since additionalProperties"]);
  });
});

describe("requests", () => {
  const options = { mode: "fail", requests: true } as const;

  it("are not checked by default", async () => {
    const { fleet, fetch } = client(units(), { mode: "fail" });
    await fleet.units.listing({ query: { page: -1 } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("that break the contract are not sent", async () => {
    const { fleet, fetch } = client({ data: {} }, options);
    // @ts-expect-error a username is text
    const result = await fleet.auth.login({ body: { username: 7, password: "hunter22", more: "hunter22" } });
    expect(result).toMatchObject({ ok: false, kind: "request", status: null, meta: { attempts: 0 } });
    expect(findingsOf(Object(result).error)).toEqual([
      { in: "body", pointer: "/more", rule: "additionalProperties", expected: "must NOT have additional properties" },
      { in: "body", pointer: "/username", rule: "type", expected: "must be string" },
    ]);
    expect(fetch).not.toHaveBeenCalled();
    expect(JSON.stringify(result)).not.toContain("hunter22");
  });

  it("that break the contract are not sent, though there is a bigint in their body", async () => {
    const { fleet, fetch } = client({ data: {} }, options);
    // @ts-expect-error a username is text
    const result = await fleet.auth.login({ body: { username: 7n, more: [1n] } });
    expect(findingsOf(Object(result).error).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([
      "/password required",
      "/more additionalProperties",
      "/username type",
    ]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ["a page below 1", { page: 0 }, ["/page minimum"]],
    ["a page that is no number", { page: "many" }, ["/page type"]],
    ["a parameter that is not there", { pages: 1 }, ["/pages unknown"]],
    ["a list without items", { lifecycle_status: [] }, ["/lifecycle_status minItems"]],
    ["an item that an enum does not list", { lifecycle_status: ["active", "hibernating"] }, ["/lifecycle_status enum"]],
  ])("are checked in their query: %s", async (_what, query, expected) => {
    const { fleet, fetch } = client(units(), options);
    const result = await fleet.units.listing({ query });
    expect(findingsOf(Object(result).error).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(expected);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    { page: 2, lifecycle_status: ["active"], partner_id: "p-1" },
    { page: "2", lifecycle_status: "active", client_id: 7n },
    { page: undefined, lifecycle_status: null, partner_id: null },
  ])("are taken as they would be sent: %o", async (query) => {
    const { fleet, fetch } = client(units(), options);
    // What an untyped caller gives.
    await fleet.units.listing({ query: Object(query) });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("are checked for path parameters that are missing", async () => {
    const { fleet } = client({ data: {} }, options);
    // @ts-expect-error the action is missing
    const result = await fleet.auth.permission({ path: { resource: "units" } });
    expect(findingsOf(Object(result).error)).toMatchObject([{ in: "path", pointer: "/action", rule: "required" }]);
  });

  it("are told and sent in mode report", async () => {
    const told: Drift[] = [];
    const { fleet, fetch } = client(units(), { mode: "report", requests: true, onDrift: (each) => told.push(each) });
    await fleet.units.listing({ query: { page: 0 } });
    expect(told).toMatchObject([{ status: null, requestId: null, findings: [{ in: "query", rule: "minimum" }] }]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("options", () => {
  it("that cannot work are refused", () => {
    expect(() => validate({ mode: "fail", sample: 1.1 })).toThrow(TypeError);
    // @ts-expect-error a report needs somebody who hears it
    expect(() => validate({ mode: "report" })).toThrow(TypeError);
    // @ts-expect-error there is no such mode
    expect(() => validate({ mode: "warn" })).toThrow(TypeError);
  });

  it("findings of anything else are none", () => {
    for (const value of [null, undefined, "x", new Error("x"), { cause: 1 }]) expect(findingsOf(value)).toEqual([]);
  });
});

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
