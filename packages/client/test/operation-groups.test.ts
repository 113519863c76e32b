import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it, vi } from "vitest";
import { findMethod, lazy, operationGroups } from "../src/call/operation-groups.ts";
import { createFleetClient } from "../src/index.ts";
import { baseUrl, jsonResponse } from "./support/answers.ts";

describe("the groups of operations", () => {
  it("make an operation when it is first used, and once", () => {
    const make = vi.fn(({ id }: { id: string }) => ({ id }));
    const groups = operationGroups(make);
    expect(Object.keys(groups)).toEqual([...new Set(Object.values(operations).map(({ group }) => group))]);
    expect(Object.keys(groups["tests"] ?? {})).toEqual(["ping"]);
    expect(make).not.toHaveBeenCalled();
    expect(groups["units"]?.["listing"]).toBe(findMethod(groups, "unitsListing"));
    expect(groups["units"]).toBe(groups["units"]);
    expect(make.mock.calls.map(([facts]) => facts.id)).toEqual(["unitsListing"]);
  });

  it.each(["", "units", "unitslisting", "unitsListin", "unitsToString", "listing", "Units", "toString"])(
    "have no operation %j",
    (id) => {
      expect(findMethod(operationGroups(String), id)).toBeUndefined();
    },
  );

  it("are members of the client that can be spread, replaced and spied upon", async () => {
    const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse({}) });
    expect(Object.keys(fleet)).toEqual(
      expect.arrayContaining(["auth", "units", "tests", "op", "raw", "with", "close"]),
    );
    expect({ ...fleet }.tests).toBe(fleet.tests);
    const listing = vi.spyOn(fleet.units, "listing");
    void fleet.units.listing();
    expect(listing).toHaveBeenCalledTimes(1);
    const ping = vi.fn();
    fleet.tests.ping = ping;
    void fleet.tests.ping();
    expect(ping).toHaveBeenCalledTimes(1);
  });
});

describe("lazy", () => {
  it("gives a member that is made again after it failed", () => {
    const target: Record<string, number> = {};
    const make = vi
      .fn(() => 1)
      .mockImplementationOnce(() => {
        throw new Error("not yet");
      });
    lazy(target, "one", make);
    expect(() => target["one"]).toThrow("not yet");
    expect([target["one"], target["one"]]).toEqual([1, 1]);
    expect(make).toHaveBeenCalledTimes(2);
  });
});
