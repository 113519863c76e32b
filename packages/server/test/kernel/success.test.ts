import { describe, expect, it } from "vitest";
import { ContractBreach, contractCheck } from "../../src/kernel/index.ts";
import type { ResponseValidators } from "../../src/kernel/index.ts";
import type { FakeService } from "./support/fake-service.ts";
import { fakeService, send } from "./support/fake-service.ts";
import type { StatusHandlers } from "./support/status-service.ts";
import { statusContract, statusHandlers, statusResponses } from "./support/status-service.ts";

const good = { authorization: "bearer good" };
const serviceOf = (handlers?: StatusHandlers): FakeService => fakeService(statusContract(handlers));

/** Sends a request, by default as a caller whose token is the newest. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, service = serviceOf()) {
  const answer = await send(service.kernel, method, path, { headers: { ...good, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("a success with a body", () => {
  it("is sent with the only status of its operation, and the headers of the reply", async () => {
    const { status, headers, text } = await ask("POST", "/units");
    expect([status, text]).toEqual([201, '{"data":{"id":2}}']);
    expect(headers.get("location")).toBe("/api/v1/units/2");
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("is sent with the status that the handler chose", async () => {
    const replaced = await ask("PUT", "/units/1");
    const created = await ask("PUT", "/units/9");
    expect([replaced.status, replaced.headers.get("location")]).toEqual([200, null]);
    expect([created.status, created.headers.get("location"), created.text]).toEqual([
      201,
      "/api/v1/units/9",
      '{"data":{"id":9}}',
    ]);
  });
});

describe("a success without a body", () => {
  it("is 304 with its ETag and the headers of every answer", async () => {
    const { status, headers, text } = await ask("GET", "/units/1", { "if-none-match": '"v7"' });
    expect([status, text]).toEqual([304, ""]);
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "no-store",
      etag: '"v7"',
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
  });

  it("hands a newer token out too", async () => {
    const { headers } = await ask("GET", "/units/1", { "if-none-match": '"v7"', authorization: "bearer old" });
    expect(headers.get("authorization")).toBe("bearer fresh");
  });

  it("has no data, whatever a handler without types gives", async () => {
    const unitsGet = () => Promise.resolve({ status: 304, data: { id: 1 }, headers: { etag: "1" } });
    const handlers: object = { ...statusHandlers, unitsGet };
    const { status, text } = await ask("GET", "/units/1", {}, serviceOf(handlers as StatusHandlers));
    expect([status, text]).toEqual([304, ""]);
  });
});

it("HEAD has the status and the headers of GET, with a condition as well", async () => {
  for (const condition of ["", '"v7"']) {
    const [get, head] = [
      await ask("GET", "/units/1", { "if-none-match": condition }),
      await ask("HEAD", "/units/1", { "if-none-match": condition }),
    ];
    expect({ ...head, headers: [...head.headers] }).toEqual({ ...get, headers: [...get.headers], text: "" });
  }
});

describe("a status that the operation does not have", () => {
  it.each([
    ["no status", "unitsPut", "PUT", "200, 201", {}],
    ["the status 201", "unitsGet", "GET", "200, 304", { status: 201 }],
    ["the status 404", "unitsGet", "GET", "200, 304", { status: 404 }],
  ])("is an error of the server: %s", async (given, operation, verb, statuses, reply) => {
    const handlers: object = { ...statusHandlers, [operation]: async () => ({ data: { id: 1 }, ...reply }) };
    const service = serviceOf(handlers as StatusHandlers);
    const { status, text } = await ask(verb, "/units/1", {}, service);
    expect([status, JSON.parse(text).code]).toEqual([500, "internal_error"]);
    expect(String(service.logged[0]?.fields["error"])).toContain(
      `The handler of ${operation} gave ${given}; the operation answers with ${statuses}.`,
    );
  });
});

describe("contractCheck", () => {
  const check = contractCheck(statusResponses as unknown as ResponseValidators);
  const json = { "content-type": "application/json" };

  it("accepts a success without a body", () => {
    expect(() => check("unitsGet", { status: 304, headers: {}, body: null })).not.toThrow();
  });

  it.each([
    ["a body", {}, '{"data":{"id":1}}'],
    ["an empty body", {}, ""],
    ["a media type", json, null],
  ])("refuses %s where the contract has no body", (_what, headers, body) => {
    expect(() => check("unitsGet", { status: 304, headers, body })).toThrow(
      new ContractBreach("unitsGet answered 304 with a body, where the contract has none."),
    );
  });

  it("refuses no body where the contract has one, and a status of another operation", () => {
    expect(() => check("unitsGet", { status: 200, headers: json, body: null })).toThrow("a body that breaks");
    expect(() => check("unitsPut", { status: 304, headers: {}, body: null })).toThrow(
      "which the contract does not have",
    );
  });
});
