/** The types that public signatures name can be imported, so that users can annotate what they hand in and get. */
import type { AnswerHeaders, CallOptions, Ok, OkPage } from "@fleet-api/contract";
import { describe, expectTypeOf, it } from "vitest";
import type * as core from "../src/core.ts";
import type { CallContext, FleetClientOptions, FleetError, Middleware, Next } from "../src/index.ts";
import type { RetryOptions, ShouldRetry } from "../src/retry/index.ts";
import type * as testing from "../src/testing/index.ts";
import type { TestServer } from "../src/testing/index.ts";

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
