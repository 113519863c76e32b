import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import { authorizeFields } from "../../src/kernel/field-actions.ts";
import { ProblemError } from "../../src/kernel/index.ts";
import type { Input } from "../../src/kernel/types.ts";
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

type FieldAction = NonNullable<OperationRow["fieldActions"]>[number];

const technical = { resource: "units", action: "technical" };
const fieldActions: FieldAction[] = [
  { in: "body", path: ["imei"], ...technical },
  { in: "body", path: ["sim_card", "pin"], ...technical },
  { in: "body", path: ["price"], resource: "billing", action: "edit" },
  { in: "query", path: ["include_deleted"], resource: "units", action: "delete", unless: false },
];

/** What a caller with some rights, such as `units.technical`, is told about a request. */
async function refusal(rights: readonly string[], given: Partial<Input>): Promise<unknown> {
  const asked: string[] = [];
  const row = { fieldActions } as Partial<OperationRow> as OperationRow;
  const input: Input = { path: {}, query: {}, headers: {}, body: undefined, itemFindings: new Map(), ...given };
  const authorize = async (needed: { resource: string; action: string }): Promise<typeof missing | null> => {
    const name = `${needed.resource}.${needed.action}`;
    asked.push(name);
    const missing = { ...needed, title: `Title of ${name}` };
    return rights.includes(name) ? null : missing;
  };
  return authorizeFields(authorize, row, input, "me").then(
    () => asked,
    (error: unknown) => error,
  );
}

describe("fields that need a permission of their own", () => {
  it.each<[string, Partial<Input>]>([
    ["absent", { body: { name: "Van" } }],
    ["without a body", {}],
    ["with their default", { query: { include_deleted: false } }],
    ["below a member that is null", { body: { sim_card: null } }],
    ["below a member of another type", { body: { sim_card: "pin" } }],
    ["inherited, not given", { body: Object.create({ imei: "1" }) }],
  ])("ask for nothing: %s", async (_how, input) => {
    expect(await refusal([], input)).toEqual([]);
  });

  it.each<[string, Partial<Input>, string[]]>([
    ["a member", { body: { imei: "1" } }, ["imei"]],
    ["a member that is cleared", { body: { imei: null } }, ["imei"]],
    ["a member of an object", { body: { sim_card: { pin: "0000" } } }, ["sim_card.pin"]],
    ["all members of one permission", { body: { imei: "1", sim_card: { pin: "0" } } }, ["imei", "sim_card.pin"]],
  ])("are refused to a caller who lacks it, by name: %s", async (_which, input, fields) => {
    const be = fields.length === 1 ? "needs" : "need";
    expect(await refusal(["billing.edit"], input)).toMatchObject({
      code: "permission_denied",
      status: 403,
      message: `${fields.join(", ")} ${be} the permission units.technical (Title of units.technical).`,
      extra: { required_permission: { ...technical, fields } },
    });
  });

  it("name the first permission that is missing, and only its fields", async () => {
    const body = { imei: "1", price: 5 };
    expect(await refusal(["units.technical"], { body })).toMatchObject({
      extra: { required_permission: { resource: "billing", action: "edit", fields: ["price"] } },
    });
  });

  it("pass for a caller who has them all", async () => {
    const given = { body: { imei: "1", price: 5 }, query: { include_deleted: true } };
    expect(await refusal(["units.technical", "billing.edit", "units.delete"], given)).toEqual([
      "units.technical",
      "billing.edit",
      "units.delete",
    ]);
  });
});
