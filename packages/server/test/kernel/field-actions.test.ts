import type { OperationRow } from "@fleet-api/contract";
import { describe, expect, it } from "vitest";
import { authorizeFields } from "../../src/kernel/field-actions.ts";
import type { Input } from "../../src/kernel/types.ts";

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
  const input: Input = { path: {}, query: {}, headers: {}, body: undefined, ...given };
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
