import { describe, expectTypeOf, test } from "vitest";
import type * as plain from "@fleet-api/contract";
import type { components, Facade, Int64, OperationTypes, paths } from "@fleet-api/contract/exact";
import type { User as PlainUser } from "@fleet-api/contract/types/authentication";
import type { Unit as PlainUnit } from "@fleet-api/contract/types/units";

type Unit = components["schemas"]["Unit"];
type User = components["schemas"]["User"];

/** Stand for clients: their methods are only looked at, never called. */
declare const fleet: Facade;
declare const plainFleet: plain.Facade;

describe("the exact types", () => {
  test("have numbers or bigints for int64, also where it may be null, and numbers for all else", () => {
    expectTypeOf<Int64>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Unit["id"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Unit["client"]["id"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Unit["odometer_m"]>().toEqualTypeOf<number | bigint | null>();
    expectTypeOf<Unit["reporting_interval_moving_s"]>().toEqualTypeOf<PlainUnit["reporting_interval_moving_s"]>();
    expectTypeOf<bigint>().not.toExtend<Unit["reporting_interval_moving_s"]>();
    expectTypeOf<User["settings"]["privacy_sessionTimeout"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<
      NonNullable<NonNullable<paths["/units/listing"]["get"]["parameters"]["query"]>["client_id"]>
    >().toEqualTypeOf<number | bigint>();
  });

  test("reach through the facade: input, data, items", () => {
    const calls = (): unknown => [
      fleet.units.listing({ query: { client_id: 9007199254740993n, page: 1 } }),
      fleet.units.listing({ query: { client_id: 1 } }),
      // @ts-expect-error an int32 is a number
      fleet.units.listing({ query: { page: 1n } }),
      // @ts-expect-error neither a number nor a bigint
      fleet.units.listing({ query: { client_id: "9007199254740993" } }),
      // @ts-expect-error the plain client takes numbers only
      plainFleet.units.listing({ query: { client_id: 9007199254740993n } }),
    ];
    expectTypeOf(calls).toBeFunction();
    expectTypeOf<OperationTypes["unitsListing"]["success"]["data"]>().toEqualTypeOf<Unit[]>();
    expectTypeOf<OperationTypes["unitsListing"]["success"]["pagination"]>().toEqualTypeOf<plain.Pagination>();
    expectTypeOf<OperationTypes["unitsListing"]["item"]["id"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<ReturnType<Facade["units"]["listing"]>>().toExtend<AsyncIterable<Unit>>();
  });

  test("make a program that counts with ids say which of the two it has", () => {
    const next = (unit: Unit): unknown => {
      // @ts-expect-error a bigint and a number do not add up
      const wrong = unit.id + 1;
      if (typeof unit.id === "bigint") return unit.id + 1n;
      expectTypeOf(unit.id).toBeNumber();
      return [wrong, unit.id + 1];
    };
    expectTypeOf(next).toBeFunction();
  });

  test("take what the plain types describe, but not the other way round", () => {
    expectTypeOf<PlainUnit>().toExtend<Unit>();
    expectTypeOf<PlainUser>().toExtend<User>();
    expectTypeOf<Unit>().not.toExtend<PlainUnit>();
    expectTypeOf<OperationTypes["unitsListing"]["failure"]>().toEqualTypeOf<
      plain.OperationTypes["unitsListing"]["failure"]
    >();
    expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof plain.OperationTypes>();
  });
});
