import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { Unit } from "@fleet-api/contract/types/units";
import type { UnitGroup } from "@fleet-api/contract/types/unit_groups";
import {
  createTestServer,
  example,
  type Handler,
  type Handlers,
  problem,
  type RecordedCall,
} from "../../src/testing/index.ts";

// No handler here is called: these lines only have to compile, or not to.
const server = createTestServer();
const unit = example("unitsListing");
const group = example("unitGroupsGet");

describe("handlers", () => {
  it("get typed input", () => {
    server.use({
      unitsListing: ({ query, signal }) => {
        expectTypeOf(query.page).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        // @ts-expect-error a parameter that the operation does not have
        void query.pge;
        return { data: [] };
      },
      unitGroupsCreate: ({ body, headers }) => {
        expectTypeOf(body.name).toEqualTypeOf<string>();
        expectTypeOf(headers["Idempotency-Key"]).toEqualTypeOf<string | undefined>();
        return { status: 201, data: group };
      },
    });
    // @ts-expect-error an operation that is not in the contract
    expect(() => server.use({ lorriesListing: () => ({ data: [] }) })).toThrow("no operation");
  });

  it("give typed answers", () => {
    expect(() => {
      server.use({ unitsListing: () => ({ data: [unit], pagination: { total: 3 }, notices: ["a: b"] }) });
      server.use({ unitGroupsGet: async () => ({ status: 304 }) });
      server.use({ unitGroupsGet: () => new Response("", { status: 502 }), testsPing: () => "hang" });
      server.use({
        // @ts-expect-error an item of another record
        unitsListing: () => ({ data: [group] }),
        // @ts-expect-error a member of another type
        unitGroupsGet: () => ({ data: { ...group, id: "7" } }),
        // @ts-expect-error a status that the operation does not have
        unitGroupsCreate: () => ({ status: 200, data: group }),
        // @ts-expect-error a data member is missing
        testsPing: () => ({ data: { pong: true, version: "1" } }),
        // @ts-expect-error no data
        authLogout: () => ({}),
      });
      server.use({
        // @ts-expect-error an unknown member of the reply
        unitsListing: () => ({ data: [unit], paginaton: { total: 3 } }),
        // @ts-expect-error an unknown member of the record
        unitGroupsGet: async () => ({ data: { ...group, colour: "red" } }),
        // @ts-expect-error an unknown member of an item
        unitGroupsListing: () => ({ data: [{ ...group, colour: "red" }] }),
        // @ts-expect-error pagination where there are no pages
        testsPing: () => ({ data: example("testsPing"), pagination: { total: 1 } }),
      });
    }).not.toThrow();
  });

  it("give the problems that the operation documents", () => {
    expect(() => {
      server.use({
        unitGroupsCreate: ({ body }) => (body.name === "" ? problem("duplicate", { existing_id: 7 }) : { data: group }),
        // @ts-expect-error a code that the operation does not document
        unitsListing: () => problem("duplicate"),
      });
      // @ts-expect-error a code that the contract does not have
      problem("dupe");
      // @ts-expect-error a member that no problem has
      problem("duplicate", { existing: 7 });
      // @ts-expect-error the status follows from the code
      problem("duplicate", { status: 400 });
    }).not.toThrow();
  });

  it("can be written elsewhere", () => {
    expect(() => {
      const handlers: Handlers = { testsPing: () => ({ data: example("testsPing") }) };
      server.use(handlers);
      server.use({ testsPing: vi.fn(), unitsListing: vi.fn<Handler<"unitsListing">>() });
    }).not.toThrow();
  });
});

describe("failures", () => {
  it("are those of the operation, or those that all have", () => {
    server.failNext("unitGroupsCreate", problem("duplicate"), { times: 2 });
    server.failNext("*", problem("internal_error"));
    // @ts-expect-error a code that the operation does not document
    server.failNext("unitsListing", problem("duplicate"));
    // @ts-expect-error a code that not every operation documents
    server.failNext("*", problem("duplicate"));
    // @ts-expect-error an unknown way to fail
    server.failNext("*", "timeout");
    // @ts-expect-error an operation that is not in the contract
    expect(() => server.failNext("lorriesListing", "network")).toThrow("no operation");
  });
});

describe("calls", () => {
  it("are typed by their operation", () => {
    const [call] = server.callsOf("unitGroupsUpdate");
    if (call !== undefined) {
      expectTypeOf(call.path.unit_group_id).toEqualTypeOf<number>();
      expectTypeOf(call.body.name).toEqualTypeOf<string | undefined>();
    }
    for (const each of server.calls) {
      if (each.operationId === "unitsListing") expectTypeOf(each.query.per_page).toEqualTypeOf<number>();
      else if (each.operationId === "authLogin") expectTypeOf(each.body.username).toEqualTypeOf<string>();
    }
    expectTypeOf<RecordedCall<"testsPing">["authorization"]>().toEqualTypeOf<string | null>();
  });
});

describe("example", () => {
  it("is the record of the operation", () => {
    expectTypeOf(unit).toEqualTypeOf<Unit>();
    expectTypeOf(group).toEqualTypeOf<UnitGroup>();
    expectTypeOf(example("unitsListing", { id: 7 })).toEqualTypeOf<Unit>();
    // @ts-expect-error an unknown member
    example("unitsListing", { nmae: "x" });
    // @ts-expect-error a member of another type
    example("unitsListing", { id: "7" });
  });

  it("is a fresh copy", () => {
    expect(example("unitsListing")).toEqual(unit);
    expect(example("unitsListing").client).not.toBe(unit.client);
    expect(example("unitsListing", { name: "Truck 7" })).toEqual({ ...unit, name: "Truck 7" });
  });
});
