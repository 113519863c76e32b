import { describe, expectTypeOf, test } from "vitest";
import type {
  components,
  EmptyInput,
  Envelope,
  Facade,
  HandlerInput,
  HandlerReplies,
  KnownPermission,
  OperationId,
  OperationTypes,
  PagedEnvelope,
  Pagination,
  PermissionActionName,
  PermissionResourceName,
  Problem,
  ProblemCode,
} from "@fleet-api/contract";
import type { User } from "@fleet-api/contract/types/authentication";
import type { Unit, UnitState } from "@fleet-api/contract/types/units";
import type { components as documented } from "@fleet-api/contract/documented";

/** Stands for a client: its methods are only looked at, never called. */
declare const fleet: Facade;

type Result<Id extends OperationId> = OperationTypes[Id]["success"] | OperationTypes[Id]["failure"];

describe("input", () => {
  test("refuses unknown members, wrong types and missing ones", () => {
    const calls = (): unknown => [
      fleet.auth.permission({ path: { resource: "units", action: "view" }, query: { client_id: 1 } }),
      // @ts-expect-error an unknown member of the query
      fleet.auth.permission({ path: { resource: "units", action: "view" }, query: { client: 1 } }),
      // @ts-expect-error a number, not a string
      fleet.auth.permission({ path: { resource: "units", action: "view" }, query: { client_id: "1" } }),
      // @ts-expect-error action is missing
      fleet.auth.permission({ path: { resource: "units" } }),
      // @ts-expect-error the path is required
      fleet.auth.permission(),
      // @ts-expect-error an unknown member of the input
      fleet.units.listing({ params: {} }),
      // @ts-expect-error not a lifecycle status
      fleet.units.listing({ query: { lifecycle_status: ["lost"] } }),
      // @ts-expect-error an unknown member of the body
      fleet.auth.login({ body: { username: "u", password: "p", remember: true } }),
      // @ts-expect-error no such operation
      fleet.units.search,
    ];
    expectTypeOf(calls).toBeFunction();
  });

  test("is optional where nothing in it is required, and empty where there is none", () => {
    const calls = (): unknown => [
      fleet.units.listing(),
      fleet.units.listing({ query: { page: undefined } }),
      fleet.auth.logout(),
      fleet.auth.logout({}),
      fleet.auth.logout(undefined, { timeoutMs: 1000 }),
      // @ts-expect-error logout takes no body
      fleet.auth.logout({ body: {} }),
    ];
    expectTypeOf(calls).toBeFunction();
    expectTypeOf<OperationTypes["authLogout"]["input"]>().toEqualTypeOf<EmptyInput>();
  });
});

describe("result", () => {
  test("narrows by ok, then by status, then by code", () => {
    const look = (result: Result<"authLogin">): unknown => {
      if (result.ok) {
        expectTypeOf(result.status).toEqualTypeOf<200>();
        expectTypeOf(result.data).toEqualTypeOf<User>();
        return result.data;
      }
      if (result.kind === "http" && result.status === 401) {
        expectTypeOf(result.error.code).toEqualTypeOf<"invalid_credentials">();
        expectTypeOf(result.error).toExtend<Problem>();
      }
      if (result.kind === "network") expectTypeOf(result.error).toExtend<Error>();
      return result.error;
    };
    expectTypeOf(look).toBeFunction();
  });

  test("lists exactly the statuses and codes of the operation", () => {
    type Failure = Extract<OperationTypes["unitsListing"]["failure"], { kind: "http" }>;
    expectTypeOf<Failure["status"]>().toEqualTypeOf<400 | 401 | 403 | 422 | 429 | 500 | 503>();
    expectTypeOf<Extract<Failure, { status: 401 }>["error"]["code"]>().toEqualTypeOf<
      "unauthenticated" | "token_expired" | "token_revoked"
    >();
  });

  test("a page has items and pagination", () => {
    type Page = OperationTypes["unitsListing"]["success"];
    expectTypeOf<Page["data"]>().toEqualTypeOf<Unit[]>();
    expectTypeOf<Page["pagination"]>().toEqualTypeOf<Pagination>();
    expectTypeOf<OperationTypes["unitsListing"]["item"]>().toEqualTypeOf<Unit>();
    expectTypeOf<OperationTypes["authLogin"]["item"]>().toBeNever();
    expectTypeOf<ReturnType<Facade["units"]["listing"]>>().toExtend<AsyncIterable<Unit>>();
    // @ts-expect-error one record is not iterable
    expectTypeOf<ReturnType<Facade["auth"]["token"]>>().toExtend<AsyncIterable<unknown>>();
  });
});

describe("permissions", () => {
  test("names are open, the catalogue is closed", () => {
    expectTypeOf<"tomorrow">().toExtend<PermissionResourceName>();
    expectTypeOf<"tomorrow">().toExtend<PermissionActionName>();
    expectTypeOf<{ resource: "units"; action: "unit_swapping" }>().toExtend<KnownPermission>();
    expectTypeOf<{ resource: "users"; action: "unit_swapping" }>().not.toExtend<KnownPermission>();
  });

  test("a resource that the contract does not name can be read from a user", () => {
    const read = (user: User): unknown => user.permissions["tomorrow"]?.actions["view"]?.allow;
    expectTypeOf(read).toBeFunction();
    expectTypeOf<User["permissions"]["units"]["actions"]["view"]["allow"]>().toEqualTypeOf<boolean>();
  });
});

describe("records", () => {
  test("int64 is number, enums are unions, lists can be changed", () => {
    expectTypeOf<Unit["id"]>().toEqualTypeOf<number>();
    expectTypeOf<UnitState["connection_status"]>().toEqualTypeOf<"never_connected" | "online" | "idle" | "offline">();
    expectTypeOf<Unit["state"]>().toEqualTypeOf<UnitState | undefined>();
    expectTypeOf<User["pubsub"]["sub_channels"]>().toEqualTypeOf<string[]>();
    expectTypeOf<User["clients"]>().toEqualTypeOf<unknown[]>();
    expectTypeOf<Problem["code"]>().toEqualTypeOf<ProblemCode>();
    expectTypeOf<string>().not.toExtend<ProblemCode>();
  });

  test("the documented types know the user, but not the fields of a unit or a problem", () => {
    expectTypeOf<documented["schemas"]["User"]["username"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<documented["schemas"]["UnitPage"]["data"]>().toEqualTypeOf<{ [key: string]: unknown }[]>();
    expectTypeOf<documented["schemas"]>().not.toHaveProperty("Problem");
    expectTypeOf<documented["schemas"]>().not.toHaveProperty("Unit");
  });
});

describe("handlers", () => {
  test("get parameters parsed, defaults applied", () => {
    type Query = HandlerInput<"unitsListing">["query"];
    expectTypeOf<Query["page"]>().toEqualTypeOf<number>();
    expectTypeOf<Query["limit"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<HandlerInput<"authPermission">["path"]>().toEqualTypeOf<{ resource: string; action: string }>();
    expectTypeOf<HandlerInput<"authToken">["body"]>().toBeUndefined();
    expectTypeOf<HandlerInput<"authLogin">["body"]>().toEqualTypeOf<{ username: string; password: string }>();
  });

  test("give the data of the envelope", () => {
    expectTypeOf<HandlerReplies<"authLogin">[200]["data"]>().toEqualTypeOf<User>();
    expectTypeOf<HandlerReplies<"unitsListing">[200]["data"]>().toEqualTypeOf<Unit[]>();
    expectTypeOf<HandlerReplies<"unitsListing">[200]["pagination"]>().toEqualTypeOf<Pagination>();
    expectTypeOf<components["schemas"]["UnitPage"]>().toExtend<PagedEnvelope<Unit>>();
    expectTypeOf<components["schemas"]["LoginEnvelope"]>().toExtend<Envelope<User>>();
    expectTypeOf<HandlerReplies<"authLogin">[200]>().not.toHaveProperty("pagination");
  });

  test("give the headers that the server does not add by itself", () => {
    expectTypeOf<keyof HandlerReplies<"authLogin">>().toEqualTypeOf<200>();
    expectTypeOf<HandlerReplies<"authLogin">[200]["headers"]>().toEqualTypeOf<{ authorization: string }>();
    expectTypeOf<HandlerReplies<"unitsListing">[200]["headers"]>().toEqualTypeOf<Record<string, never>>();
  });
});
