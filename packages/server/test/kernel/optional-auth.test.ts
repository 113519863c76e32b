import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../src/kernel/index.ts";
import { fakeService, send } from "./support/fake-service.ts";

const optional = Object.values(operations).filter(({ auth }) => auth === "optional");
const useless = ["bearer expired", "bearer revoked", "bearer unknown", "bearer", "Basic YTpi", " "];

describe.each(optional.map((operation) => [operation.id, operation] as const))("%s", (_id, { verb, path, body }) => {
  const call = async (authorization?: string) => {
    const { kernel, calls } = fakeService();
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(body && { "content-type": "application/json" }),
    };
    const answer = await send(kernel, verb, path.replace(/\{.*\}/, "abc"), { headers, ...(body && { body: "{}" }) });
    return { status: answer.status, newer: answer.headers.get("authorization"), calls: calls.length };
  };

  it("treats a token that is missing, expired, revoked or unknown as an anonymous caller", async () => {
    const anonymous = await call();
    expect(anonymous.status).not.toBe(401);
    for (const authorization of useless) {
      expect(await call(authorization)).toEqual({ ...anonymous, newer: null });
    }
  });

  it("hands a newer token out with every answer to a valid one", async () => {
    const { status } = await call();
    expect(await call("bearer old")).toMatchObject({ status, newer: "bearer fresh" });
    expect(await call("bearer good")).toMatchObject({ status, newer: null });
  });
});

describe("a handler behind optional authentication", () => {
  it("is told the caller if there is one", async () => {
    const { kernel, calls } = fakeService();
    for (const headers of [{}, { authorization: "bearer good" }, { authorization: "bearer unknown" }]) {
      await send(kernel, "GET", "/tests/ping", { headers });
    }
    expect(calls.map((each) => (each as { principal: unknown }).principal)).toEqual([
      undefined,
      { name: "good" },
      undefined,
    ]);
  });

  it("is not asked while it is unknown who calls: a database that does not answer is 503, two headers are 400", async () => {
    const { kernel, calls } = fakeService({
      authenticate: () => Promise.reject(new ProblemError("unavailable", "The database does not answer.")),
    });
    expect((await send(kernel, "GET", "/tests/ping", { headers: { authorization: "bearer good" } })).status).toBe(503);
    const twice = { authorization: "bearer good, bearer old" };
    expect((await send(kernel, "GET", "/tests/ping", { headers: twice })).status).toBe(400);
    expect(calls).toEqual([]);
  });
});
