import type * as core from "../src/core.ts";
import type * as testing from "../src/testing/index.ts";
import type { AnswerHeaders, CallOptions, Ok } from "@fleet-api/contract";
import type { User } from "@fleet-api/contract/types/authentication";
import type { Unit, UnitState } from "@fleet-api/contract/types/units";
import { describe, expect, expectTypeOf, it } from "vitest";
import { authLogin, unitsGet, unitsListing } from "../src/built/operations.ts";
import { createCore } from "../src/core.ts";
import {
  type CallContext,
  type FailureKind,
  type FailureOf,
  type FailureResult,
  type FleetClientOptions,
  FleetError,
  type FleetErrorCode,
  type ItemOf,
  type Middleware,
  type Next,
  type OkPage,
  type Pagination,
  type PermissionActionName,
  type Problem,
  type ResultOf,
  type SuccessOf,
  createFleetClient,
  isFleetError,
} from "../src/index.ts";
import type { RetryOptions, ShouldRetry } from "../src/retry/index.ts";
import type { TestServer } from "../src/testing/index.ts";
import { baseUrl, jsonResponse } from "./support/answers.ts";

const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse({}) });

describe("input", () => {
  it("takes permissions that the contract does not name", () => {
    expect(() => {
      void fleet.auth.permission({ path: { resource: "not_shown_yet", action: "dance" } });
    }).not.toThrow();
    expectTypeOf<"view">().toExtend<PermissionActionName>();
  });
});

describe("result", () => {
  it("narrows by ok, kind, status and code", async () => {
    const result = await fleet.units.listing();
    if (result.ok) {
      expectTypeOf(result).toEqualTypeOf<OkPage<200, Unit, "authorization">>();
      expectTypeOf(result.data).toEqualTypeOf<Unit[]>();
      expectTypeOf(result.pagination).toEqualTypeOf<Pagination>();
      return;
    }
    expectTypeOf(result.data).toEqualTypeOf<undefined>();
    expectTypeOf(result.kind).toEqualTypeOf<"http" | FailureResult["kind"]>();
    // @ts-expect-error before it is told apart, an error has no detail
    void result.error.detail;
    if (result.kind === "http") {
      expectTypeOf(result.status).toEqualTypeOf<400 | 401 | 403 | 422 | 429 | 500 | 503>();
      if (result.status === 401) {
        expectTypeOf(result.error.code).toEqualTypeOf<"unauthenticated" | "token_expired" | "token_revoked">();
        // @ts-expect-error a code that this status does not have
        void (result.error.code === "gone");
      }
      // @ts-expect-error a status that this operation does not have
      void (result.status === 410);
    } else {
      expectTypeOf(result).toEqualTypeOf<FailureResult>();
    }
    expect(result.kind).toBe("unexpected");
  });

  it("narrows by kind alone, before ok is tested", async () => {
    const result = await fleet.units.listing();
    expectTypeOf(result.kind).toEqualTypeOf<"http" | FailureKind | undefined>();
    if (result.kind === "http") {
      expectTypeOf(result.ok).toEqualTypeOf<false>();
      expectTypeOf(result.error).toExtend<Problem>();
      expectTypeOf(result.status).toEqualTypeOf<400 | 401 | 403 | 422 | 429 | 500 | 503>();
      if (result.status === 401)
        expectTypeOf(result.error.code).toEqualTypeOf<"unauthenticated" | "token_expired" | "token_revoked">();
    } else if (result.kind === undefined) {
      expectTypeOf(result).toEqualTypeOf<OkPage<200, Unit, "authorization">>();
    } else {
      expectTypeOf(result).toEqualTypeOf<FailureResult>();
    }
    if (result.kind) expectTypeOf(result.data).toEqualTypeOf<undefined>();
    else expectTypeOf(result.data).toEqualTypeOf<Unit[]>();
    // @ts-expect-error a kind that does not exist
    void (result.kind === "https");
    if (result.ok) expectTypeOf(result.kind).toEqualTypeOf<undefined>();
    // @ts-expect-error other failures have no data either
    void (() => result.kind !== "http" && result.data.length);
    expect(result.kind).toBe("unexpected");
  });

  it("narrows by a switch over kind, which names every kind", async () => {
    const read = (result: ResultOf<typeof fleet.units.listing>): string | number => {
      switch (result.kind) {
        case undefined:
          return result.data.length;
        case "http":
          return result.error.detail;
        case "unexpected":
        case "decode":
        case "network":
        case "timeout":
        case "abort":
        case "auth":
        case "request":
          return result.error.message;
        // Without a default: a kind that is missing above would be an undefined that is not a string.
      }
    };
    const incomplete = (result: ResultOf<typeof fleet.units.listing>): string => {
      switch (result.kind) {
        case undefined:
        case "http":
          return "";
        default:
          // @ts-expect-error the other kinds are left
          return result.kind satisfies never;
      }
    };
    const result = await fleet.units.listing();
    expect([read(result), incomplete(result)]).toEqual([expect.stringContaining("unitsListing"), "unexpected"]);
  });

  it("narrows by kind after it was taken apart", async () => {
    const { kind, data, error } = await fleet.units.listing();
    if (kind === undefined) expectTypeOf(data).toEqualTypeOf<Unit[]>();
    if (kind === "http") expectTypeOf(error).toExtend<Problem>();
    if (kind === "network") expectTypeOf(error).toEqualTypeOf<FleetError<FailureKind, FailureKind>>();
    // @ts-expect-error an error of any kind has no detail
    void error?.detail;
    expect([kind, data]).toEqual(["unexpected", undefined]);
  });

  it("narrows by kind where there are several successes, a condition, or only the widest types", async () => {
    const unit = await fleet.units.get({ path: { unit_id: 1 }, headers: { "If-None-Match": '"v1"' } });
    if (unit.kind === undefined) expectTypeOf(unit.status).toEqualTypeOf<200 | 304>();
    if (unit.kind === "http") expectTypeOf(unit.error).toExtend<Problem>();
    const middleware: Middleware = async (context, next) => {
      const result = await next(context);
      if (result.kind === "http") expectTypeOf(result.error).toExtend<Problem>();
      if (result.kind === undefined) expectTypeOf(result.data).toBeUnknown();
      return result;
    };
    const success = await fleet.units
      .listing()
      .orThrow()
      .catch(() => null);
    if (success) expectTypeOf(success.kind).toEqualTypeOf<undefined>();
    expect(middleware).toBeTypeOf("function");
  });

  it("may be taken apart, as data and error", async () => {
    const { data, error } = await fleet.units.listing();
    expectTypeOf(data).toEqualTypeOf<Unit[] | undefined>();
    if (error === undefined) return;
    // The error of a problem, or that of a failure.
    expectTypeOf(error).toExtend<Problem | FleetError>();
    expectTypeOf(error.code).toExtend<FleetErrorCode>();
    const { data: nothing, error: none } = await fleet.tests
      .ping()
      .orThrow()
      .catch(() => ({ data: null, error: null }));
    expect([data, nothing, none, error.code]).toEqual([undefined, null, null, "unexpected"]);
  });

  it("of a failure has an error whose code is its kind", async () => {
    const result = await fleet.units.listing();
    if (result.ok || result.kind === "http") return expect.unreachable("a failure is due");
    expectTypeOf(result.error).toEqualTypeOf<FleetError<FailureKind, FailureKind>>();
    expectTypeOf(result.error.code).toEqualTypeOf<FailureKind>();
    expectTypeOf(result.error).toExtend<FleetError>();
    // @ts-expect-error a code of problems
    expect(result.error.code === "gone").toBe(false);
    expect(result.error).toBeInstanceOf(FleetError);
    return undefined;
  });

  it("comes as a promise", () => {
    const call = fleet.units.listing();
    type Result = Awaited<typeof call>;
    expectTypeOf(call).toExtend<Promise<Result>>();
    expectTypeOf(call.then((result) => result.ok)).toEqualTypeOf<Promise<boolean>>();
    expectTypeOf(call.catch(() => null)).toEqualTypeOf<Promise<Result | null>>();
    expectTypeOf(call.finally(() => {})).toEqualTypeOf<Promise<Result>>();
    expectTypeOf(Promise.all([call, fleet.tests.ping()])).resolves.toExtend<[Result, unknown]>();
    expect(call).toBeInstanceOf(Promise);
  });

  it("has the record of the operation", () => {
    const calls = {
      login: () => fleet.auth.login({ body: { username: "a", password: "b" } }).orThrow(),
      list: () => fleet.units.listing().toArray(),
    };
    expectTypeOf(calls.login).returns.resolves.toHaveProperty("data").toEqualTypeOf<User>();
    expectTypeOf(calls.list).returns.resolves.toEqualTypeOf<Unit[]>();
    expect(Object.keys(calls)).toEqual(["login", "list"]);
  });

  it("gives exceptions with known codes", () => {
    const error: unknown = new Error("x");
    if (isFleetError(error)) expectTypeOf(error.code).toEqualTypeOf<FleetErrorCode>();
    // @ts-expect-error a code that does not exist
    expect(isFleetError(error, "tiemout")).toBe(false);
  });
});

describe("op", () => {
  it("is typed by the id", () => {
    const call = fleet.op("unitsListing", { query: { page: 2 } });
    expectTypeOf(call).toEqualTypeOf<ReturnType<typeof fleet.units.listing>>();
    expectTypeOf(fleet.op("testsPing")).toEqualTypeOf<ReturnType<typeof fleet.tests.ping>>();
    const wrong = () => {
      // @ts-expect-error an id that does not exist
      fleet.op("unitsLsting");
      // @ts-expect-error required input is missing
      fleet.op("authLogin");
      // @ts-expect-error an unknown query key
      fleet.op("unitsListing", { query: { pge: 2 } });
    };
    expect(wrong).toThrow("there is no operation unitsLsting");
  });
});

describe("headers", () => {
  it("are typed by what the contract documents, and open for others", async () => {
    const result = await fleet.units.listing();
    if (result.ok) {
      expectTypeOf(result.headers.get)
        .parameter(0)
        .toEqualTypeOf<"authorization" | "x-request-id" | "cache-control" | (string & {})>();
      expectTypeOf(result.headers.get("x-other")).toEqualTypeOf<string | null>();
    }
    if (!result.ok && result.kind === "http" && result.status === 401)
      expectTypeOf<"www-authenticate">().toExtend<Parameters<typeof result.headers.get>[0]>();
    if (!result.ok && result.kind === "http" && result.status === 503)
      expectTypeOf<"retry-after">().toExtend<Parameters<typeof result.headers.get>[0]>();
    // @ts-expect-error a broken result may have none
    expect(() => result.headers.get("x-request-id")).not.toThrow();
  });
});

describe("options", () => {
  it("take a fetch for a URL and an init, such as the global one, and parts of the platform", () => {
    expectTypeOf<{ baseUrl: string; fetch: typeof fetch }>().toExtend<FleetClientOptions>();
    expectTypeOf<{ baseUrl: string; clock: { now(): number }; random: () => number }>().toExtend<FleetClientOptions>();
    // @ts-expect-error calls give no Request
    void (() => createFleetClient({ baseUrl, fetch: async (request: Request) => fetch(request) }));
    // @ts-expect-error its parts are options of their own
    void (() => createFleetClient({ baseUrl, platform: { now: () => 0 } }));
    // @ts-expect-error the pipeline gives keys
    expect(() => createFleetClient({ baseUrl, idempotencyKey: "k" })).not.toThrow();
  });
});

describe("operation functions", () => {
  it("are typed as the methods of the groups", () => {
    const core = createCore({ baseUrl });
    const calls = {
      plain: () => unitsListing(core, { query: { page: 2 } }),
      login: () => authLogin(core, { body: { username: "a", password: "b" } }),
    };
    expectTypeOf(calls.plain).returns.toEqualTypeOf<ReturnType<typeof fleet.units.listing>>();
    expectTypeOf(calls.login).returns.toEqualTypeOf<ReturnType<typeof fleet.auth.login>>();
    const wrong = [
      // @ts-expect-error a required input is missing
      () => authLogin(core),
      // @ts-expect-error an unknown query key
      () => unitsListing(core, { query: { pge: 2 } }),
      // @ts-expect-error no core
      () => unitsListing({ query: { page: 2 } }),
    ];
    expect(wrong.length).toBe(3);
  });
});

describe("raw", () => {
  it("is typed by path and method", () => {
    const calls = {
      list: () => fleet.raw.GET("/units/listing", { params: { query: { page: 1 } } }),
      // @ts-expect-error a path that does not exist
      wrongPath: () => fleet.raw.GET("/units/lsting"),
      undocumented: () => fleet.raw.request("get", "/reports", { params: { query: { day: 1 } } }),
      // @ts-expect-error the contract has it, with other parameters
      documented: () => fleet.raw.request("get", "/units/listing", { params: { query: { day: 1 } } }),
      // @ts-expect-error a path parameter is missing
      noParams: () => fleet.raw.GET("/auth/registration/{registration_token}"),
    };
    type Listed = NonNullable<Awaited<ReturnType<typeof calls.list>>["data"]>;
    type Row = Listed["data"][number];
    expectTypeOf<Omit<Row, "state">>().toEqualTypeOf<Omit<Unit, "state">>();
    // openapi-fetch lets optional members be undefined.
    expectTypeOf<NonNullable<Row["state"]>>().toExtend<UnitState>();
    expectTypeOf<UnitState>().toExtend<Row["state"]>();
    expectTypeOf<Awaited<ReturnType<typeof calls.undocumented>>["data"]>().toBeUnknown();
    expectTypeOf<Awaited<ReturnType<typeof calls.undocumented>>["error"]>().toBeUnknown();
    // A path that is known at run time only has no types either.
    expectTypeOf((path: `/${string}`) => fleet.raw.request("patch", path, { body: { day: 1 } }))
      .returns.resolves.toHaveProperty("data")
      .toBeUnknown();
    // @ts-expect-error a path begins with a slash
    expectTypeOf(() => fleet.raw.request("get", "reports")).toBeFunction();
    // @ts-expect-error a method that HTTP does not have
    expectTypeOf(() => fleet.raw.request("fetch", "/reports")).toBeFunction();
    expect(Object.keys(calls).length).toBe(5);
  });
});

describe("types of a method", () => {
  it("are those of its call", async () => {
    type Listing = typeof fleet.units.listing;
    const result = await fleet.units.listing();
    expectTypeOf<ResultOf<Listing>>().toEqualTypeOf(result);
    expectTypeOf<SuccessOf<Listing>>().toEqualTypeOf<OkPage<200, Unit, "authorization">>();
    expectTypeOf<FailureOf<Listing>>().toEqualTypeOf<Exclude<typeof result, { ok: true }>>();
    expectTypeOf<ItemOf<Listing>>().toEqualTypeOf<Unit>();
    expectTypeOf<ItemOf<typeof fleet.tests.ping>>().toBeNever();
    expectTypeOf<SuccessOf<typeof fleet.unitGroups.get>["status"]>().toEqualTypeOf<200 | 304>();
    // @ts-expect-error a group is no method
    expectTypeOf<ResultOf<typeof fleet.units>>().toBeNever();
  });
});

/** The types that public signatures name can be imported, so that users can annotate what they hand in and get. */

describe("the types of signatures", () => {
  it("of options", () => {
    expectTypeOf<core.Fetch>().toEqualTypeOf<NonNullable<FleetClientOptions["fetch"]>>();
    expectTypeOf<core.HeadersInput>().toEqualTypeOf<NonNullable<FleetClientOptions["headers"]>>();
    expectTypeOf<core.HeadersInput>().toEqualTypeOf<NonNullable<CallOptions["headers"]>>();
    expectTypeOf<core.TransportFactory>().parameter(0).toEqualTypeOf<core.TransportSettings>();
    expectTypeOf<RetryOptions>().toEqualTypeOf<Exclude<NonNullable<FleetClientOptions["retry"]>, false>>();
    expectTypeOf<ShouldRetry>().toEqualTypeOf<NonNullable<RetryOptions["shouldRetry"]>>();
    expectTypeOf<core.JsonOptions>().toEqualTypeOf<NonNullable<FleetClientOptions["json"]>>();
    expectTypeOf<core.JsonCodec>().toEqualTypeOf<core.TransportSettings["json"]>();
    expectTypeOf<core.JsonCodec>().toExtend<core.JsonOptions>();
    expectTypeOf<typeof JSON>().toExtend<core.JsonOptions>();
  });

  it("of calls and their results", () => {
    expectTypeOf<ReturnType<core.Core["call"]>>().toEqualTypeOf<core.AnyCall>();
    expectTypeOf<core.AnyResult>().toEqualTypeOf<core.AnySuccess | core.AnyFailure>();
    expectTypeOf<OkPage<200, string, "etag">["headers"]>().toEqualTypeOf<AnswerHeaders<"etag">>();
    expectTypeOf<Ok<200, string>["headers"]>().toEqualTypeOf<AnswerHeaders<never>>();
    expectTypeOf<core.FleetErrorFacts["kind"]>().toEqualTypeOf<FleetError["kind"]>();
  });

  it("of middleware", () => {
    expectTypeOf<Middleware>().parameters.toEqualTypeOf<[CallContext, Next]>();
    expectTypeOf<ReturnType<Next>>().resolves.toEqualTypeOf<core.AnyResult>();
    expectTypeOf<CallContext["call"]>().toEqualTypeOf<core.CallState>();
    expectTypeOf<CallContext["operation"]>().toEqualTypeOf<core.OperationFacts>();
    expectTypeOf<CallContext["input"]>().toEqualTypeOf<core.CallInput>();
    expectTypeOf<CallContext["platform"]>().toEqualTypeOf<core.Platform>();
  });

  it("of tests with a service in memory", () => {
    expectTypeOf<testing.Handler<"testsPing">>().parameter(0).toEqualTypeOf<testing.HandlerRequest<"testsPing">>();
    expectTypeOf<testing.HandlerAnswer<"testsPing">>().toExtend<ReturnType<testing.Handler<"testsPing">>>();
    expectTypeOf<testing.ProblemAnswer["members"]>().toEqualTypeOf<testing.ProblemMembers>();
    expectTypeOf<testing.ExampleOf<"unitsListing">["name"]>().toEqualTypeOf<string>();
    expectTypeOf<TestServer["delayNext"]>().parameter(2).toEqualTypeOf<testing.Times | undefined>();
  });
});

describe("a read with a condition", () => {
  it("may have no data, and one without always has some, by method and by function", () => {
    const core = createCore({ baseUrl });
    const path = { unit_id: 1 };
    const condition = { "If-None-Match": '"v1"' };
    const calls = {
      method: () => fleet.units.get({ path }).orThrow(),
      function: () => unitsGet(core, { path }).orThrow(),
      conditionalMethod: () => fleet.units.get({ path, headers: condition }).orThrow(),
      conditionalFunction: () => unitsGet(core, { path, headers: condition }).orThrow(),
    };
    type Success<Name extends keyof typeof calls> = Awaited<ReturnType<(typeof calls)[Name]>>;
    expectTypeOf<Success<"method">["data"]>().toEqualTypeOf<Unit>();
    expectTypeOf<Success<"function">>().toEqualTypeOf<Success<"method">>();
    expectTypeOf<Success<"conditionalMethod">["data"]>().toEqualTypeOf<Unit | null>();
    expectTypeOf<Success<"conditionalMethod">["status"]>().toEqualTypeOf<200 | 304>();
    expectTypeOf<Success<"conditionalFunction">>().toEqualTypeOf<Success<"conditionalMethod">>();
    expect(Object.keys(calls)).toHaveLength(4);
  });
});
