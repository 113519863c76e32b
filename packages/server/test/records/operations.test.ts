/** Types are the product here, as in test/kernel/handlers.test.ts: `tsc` is the judge of what must not compile. */
import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { groups } from "../../src/built/groups.ts";
import type { UnitOfWork } from "../../src/db/index.ts";
import { rawJson } from "../../src/kernel/reply.ts";
import { manualClock } from "../../src/platform/index.ts";
import type { ConventionalId, ofAgency, RecordHandlers } from "../../src/records/index.ts";
import { ofClient, recordHandlers, recordTable } from "../../src/records/index.ts";
import type { AllHandlers, GroupOperations, GroupParts, HandlersOf } from "../../src/resources/group.ts";
import { createHandlers } from "../../src/resources/group.ts";
import { unitGroups } from "../../src/resources/unit_groups/table.ts";
import { units } from "../../src/resources/units/table.ts";

type Units = GroupOperations<"units", typeof units>;
type Contract<Id extends OperationId> = Pick<AllHandlers, Id>;
type Own = ReturnType<typeof groups.units.createOperations>;

/** What the ids of conventional operations end with, for records that a client owns. */
const ends = ["Listing", "ListingByClient", "Find", "Get", "Changes", "Create", "Update", "Delete", "Restore"] as const;

const clock = manualClock(new Date("2026-03-01T12:00:00.000Z"));
const own = {} as Own;
const page = { json: rawJson<never[]>("[]"), pagination: { page: 1, per_page: 50, total: 0 } };

/** A table by the names that types follow from. */
interface Named<Operations extends string, Name extends "Unit" | "UnitGroup", Owner = typeof ofClient> {
  readonly operations: Operations;
  readonly record: Name;
  readonly summary: `${Name}Summary`;
  readonly create: `${Name}Create`;
  readonly update: `${Name}Update`;
  readonly owner: Owner;
}

describe("conventional operations", () => {
  it("are those of the contract whose ids end with a convention", () => {
    type Conventional<Prefix extends string> = Extract<OperationId, `${Prefix}${(typeof ends)[number]}`>;
    expectTypeOf<ConventionalId<typeof unitGroups>>().toEqualTypeOf<Conventional<"unitGroups">>();
    expectTypeOf<ConventionalId<typeof units>>().toEqualTypeOf<Conventional<"units">>();
    expectTypeOf<"unitGroupsListingByClient">().toExtend<ConventionalId<typeof unitGroups>>();
    expectTypeOf<ConventionalId<never>>().toEqualTypeOf<never>();
  });

  it("list by the owner of the records only", () => {
    expectTypeOf<ConventionalId<Named<"clients", "Unit", typeof ofAgency>>>().toExtend<`clients${string}`>();
    expectTypeOf<"clientsListingByAgency">().toExtend<ConventionalId<Named<"clients", "Unit", typeof ofAgency>>>();
    expectTypeOf<"clientsListingByAgency">().not.toExtend<ConventionalId<Named<"clients", "Unit">>>();
  });

  it("fit the contract when the table has its schemas", () => {
    expectTypeOf<RecordHandlers<typeof units>>().toExtend<Contract<ConventionalId<typeof units>>>();
    expectTypeOf<RecordHandlers<Named<"units", "Unit">>>().toExtend<Contract<"unitsGet" | "unitsListing">>();
  });

  it("do not fit when the table has other schemas", () => {
    type Wrong = RecordHandlers<Named<"units", "UnitGroup">>;
    type Fitting = { [Id in keyof Wrong]: Pick<Wrong, Id> extends Contract<Id> ? Id : never }[keyof Wrong];
    expectTypeOf<keyof Wrong>().toEqualTypeOf<ConventionalId<typeof units>>();
    expectTypeOf<Fitting>().toEqualTypeOf<never>();
  });

  it("do not fit an operation with parameters that the table would ignore", () => {
    // The path of these listings has an id, and one has the parameter include_descendants.
    type Members = RecordHandlers<Named<"unitGroupsUnits", "Unit">>;
    type Ownerships = RecordHandlers<Named<"unitsOwnership", "Unit">>;
    expectTypeOf<keyof Members>().toEqualTypeOf<"unitGroupsUnitsListing">();
    expectTypeOf<Members>().not.toExtend<Contract<"unitGroupsUnitsListing">>();
    expectTypeOf<keyof Ownerships>().toEqualTypeOf<"unitsOwnershipListing">();
    expectTypeOf<Ownerships>().not.toExtend<Contract<"unitsOwnershipListing">>();
  });

  it("have a handler at run time for each of those ids, and for no other", () => {
    for (const table of [units, unitGroups]) {
      const ids = Object.keys(operations).filter((id) => ends.some((end) => id === `${table.operations}${end}`));
      expect(Object.keys(recordHandlers(table, clock)).toSorted()).toEqual(ids.toSorted());
    }
  });
});

describe("the operations of a group", () => {
  it("are what no table carries out; a conventional one may be replaced", () => {
    own satisfies Units;
    ({ ...own, unitsListing: async () => page }) satisfies Units;
    expectTypeOf<keyof Units>().toEqualTypeOf<Extract<OperationId, `units${string}`>>();
  });

  it("do not compile when one is missing", () => {
    expectTypeOf<Omit<Own, "unitsCreateReading">>().not.toExtend<Units>();
    const { unitsCreateReading: _left, ...rest } = own;
    // @ts-expect-error Property 'unitsCreateReading' is missing
    rest satisfies Units;
    // @ts-expect-error without a table, conventional ones are missing
    own satisfies GroupOperations<"units">;
  });

  it("do not compile when one is misshapen", () => {
    expectTypeOf<Own & { unitsGet: () => Promise<typeof page> }>().not.toExtend<Units>();
    // @ts-expect-error a reading is no list
    ({ ...own, unitsCreateReading: async () => page }) satisfies Units;
    // @ts-expect-error a replacement has the shape of the operation, too
    ({ ...own, unitsGet: async () => page }) satisfies Units;
  });

  it("do not compile when the contract has no such operation", () => {
    expectTypeOf<"unitsPaint">().not.toExtend<keyof Units>();
    ({
      ...own,
      // @ts-expect-error 'unitsPaint' does not exist
      unitsPaint: async () => page,
    }) satisfies Units;
  });
});

describe("the definition of a table", () => {
  const rest = {
    operations: "unitGroups",
    table: "unit_groups",
    noun: "unit group",
    record: "UnitGroup",
    rules: {},
  } as const;

  const text = (): string => "true";
  const filters = { partner_id: text, agency_id: text, client_id: text, updated_after: text, include_deleted: text };

  it("names its schemas after the record, and the owner is a client", () => {
    expectTypeOf<(typeof unitGroups)["summary"]>().toEqualTypeOf<"UnitGroupSummary">();
    expect(unitGroups).toMatchObject({ create: "UnitGroupCreate", update: "UnitGroupUpdate", owner: ofClient });
  });

  it("lists whole records where the contract has no summary, and takes no bodies that the contract does not have", () => {
    const table = recordTable({ ...rest, record: "ClientName", filters: { ...filters, parent_id: text } });
    expectTypeOf<(typeof table)["summary"]>().toEqualTypeOf<"ClientName">();
    expectTypeOf<(typeof table)["create"]>().toEqualTypeOf<undefined>();
    expect(table).toMatchObject({ summary: "ClientName", create: undefined, updateColumns: [] });
  });

  it("has a filter for every parameter of the listing, and for no other", () => {
    const { table } = recordTable({ ...rest, filters: { ...filters, parent_id: (id) => `t.id = ${id.toFixed()}` } });
    expect(table).toBe("unit_groups");
    // @ts-expect-error Property 'parent_id' is missing
    recordTable({ ...rest, filters });
    recordTable({
      ...rest,
      filters: {
        partner_id: text,
        agency_id: text,
        client_id: text,
        updated_after: text,
        include_deleted: text,
        parent_id: text,
        // @ts-expect-error 'colour' does not exist
        colour: text,
      },
    });
    // @ts-expect-error the parameter is a number
    recordTable({ ...rest, filters: { ...filters, parent_id: (id: string) => id } });
  });
});

describe("the handlers of all groups", () => {
  it("are those of the contract", () => {
    expectTypeOf<HandlersOf<typeof groups>>().toExtend<AllHandlers>();
    expectTypeOf<keyof HandlersOf<typeof groups>>().toEqualTypeOf<OperationId>();
  });

  it("do not compile when a group, or the table of one, is missing", () => {
    type Without<Name extends keyof typeof groups> = HandlersOf<Omit<typeof groups, Name>>;
    expectTypeOf<Without<"tests">>().not.toExtend<AllHandlers>();
    type NoTable = HandlersOf<Omit<typeof groups, "units"> & { units: Omit<typeof groups.units, "table"> }>;
    expectTypeOf<NoTable>().not.toExtend<AllHandlers>();
  });

  it("have what a group wrote in place of the conventional operation", async () => {
    const unitsFind = async (_work: UnitOfWork) => ({ ...page, notices: ["own"] });
    const parts = { clock } as unknown as GroupParts;
    const handlers = createHandlers({ units: { table: units, createOperations: () => ({ unitsFind }) } }, parts);
    expect(handlers.unitsFind).toBe(unitsFind);
    expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(recordHandlers(units, clock)).toSorted());
  });
});
