import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import { groups } from "../../src/built/groups.ts";
import { createCarryOut } from "../../src/carry-out.ts";
import { manualClock } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { createdOf, tablesOf } from "../../src/resources/group.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { takes } from "../support/example-variants.ts";

const keyed = contractOperations.filter((operation) => takes(operation, "Idempotency-Key")).map(({ id }) => id);
const tables = tablesOf(groups);
const created = createdOf(groups);
const parts = { created, clock: manualClock(new Date("2026-03-01T12:00:00.000Z")), crypto: nodeCrypto() };

describe("an operation that takes an Idempotency-Key", () => {
  it("is one of a group with a table", () => {
    expect(keyed).not.toEqual([]);
    const groupsOfTables = new Set(tables.map((table) => table.operations));
    const rows = Object.values(operations).filter(({ id }) => keyed.includes(id));
    expect(rows.filter(({ group }) => !groupsOfTables.has(group)).map(({ id }) => id)).toEqual([]);
  });

  it.each(tables.map((table) => table.operations))("stops the start when %s has no table", (name) => {
    const others = tables.filter((table) => table.operations !== name);
    const [first] = Object.values(operations).filter(({ id, group }) => group === name && keyed.includes(id));
    expect(() => createCarryOut({ ...parts, tables: others })).toThrow(
      `${first?.id} takes an Idempotency-Key. A replay reads its record from the table of the group, and ${name} has none. ` +
        "Give the group a table in its index.ts, or remove the parameter from the operation.",
    );
  });

  it("says in the contract that another request may have had its key", () => {
    const refusing = contractOperations.filter(({ responses }) =>
      responses["422"]?.codes.includes("idempotency_key_reused"),
    );
    expect(refusing.map(({ id }) => id)).toEqual(keyed);
  });
});
