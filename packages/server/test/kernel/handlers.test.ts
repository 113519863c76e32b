/** Types are the product here: what does not compile is as important as what does. `tsc` is the judge. */
import type { User } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import { describe, expectTypeOf, it } from "vitest";
import type { GroupHandlers, Handler, HandlerCall, Handlers, PrincipalOf, Reply } from "../../src/kernel/types.ts";
import { fakeHandlers } from "./support/fake-service.ts";

interface Me {
  readonly name: string;
}
const all = fakeHandlers([]) as unknown as Handlers<Me>;
const ping: Handler<"testsPing", Me> = async () => ({ data: { pong: true, version: "1.0.0", time: "" } });
const pagination = { page: 1, per_page: 50, total: 0 };

describe("Handlers", () => {
  it("has one handler for every operation, typed from the contract", () => {
    expectTypeOf<keyof Handlers<Me>>().toEqualTypeOf<OperationId>();
    expectTypeOf<HandlerCall<"authLogin", Me>["body"]>().toEqualTypeOf<{ username: string; password: string }>();
    expectTypeOf<HandlerCall<"authRegistration", Me>["path"]>().toEqualTypeOf<{ registration_token: string }>();
    expectTypeOf<HandlerCall<"authToken", Me>["body"]>().toEqualTypeOf<undefined>();
    expectTypeOf<HandlerCall<"authLogin", Me>>().not.toBeAny();
  });

  it("types query parameters after parsing: defaults are there, others may be absent", () => {
    type Query = HandlerCall<"unitsListing", Me>["query"];
    expectTypeOf<Query["page"]>().toEqualTypeOf<number>();
    expectTypeOf<Query["per_page"]>().toEqualTypeOf<number>();
    expectTypeOf<Query["limit"]>().toEqualTypeOf<number | undefined>();
    // @ts-expect-error there is no such parameter
    type _Unknown = Query["colour"];
  });

  it("has a principal only where a token is needed", () => {
    expectTypeOf<PrincipalOf<"unitsListing", Me>>().toEqualTypeOf<Me>();
    expectTypeOf<PrincipalOf<"authLogin", Me>>().toEqualTypeOf<undefined>();
  });

  it("refuses a missing handler", () => {
    expectTypeOf<Omit<Handlers<Me>, "unitsListing">>().not.toExtend<Handlers<Me>>();
    const { unitsListing: _left, ...rest } = all;
    // @ts-expect-error Property 'unitsListing' is missing
    rest satisfies Handlers<Me>;
  });

  it("refuses a handler without an operation", () => {
    expectTypeOf<keyof GroupHandlers<"tests", Me>>().toEqualTypeOf<"testsPing">();
    // @ts-expect-error 'testsPong' does not exist
    ({ testsPing: ping, testsPong: ping }) satisfies GroupHandlers<"tests", Me>;
    ({ testsPing: ping }) satisfies GroupHandlers<"tests", Me>;
  });

  it("refuses data of another shape", () => {
    // @ts-expect-error `version` is missing
    (async () => ({ data: { pong: true, time: "" } })) satisfies Handler<"testsPing", Me>;
    // @ts-expect-error data is a list
    (async () => ({ data: {}, pagination })) satisfies Handler<"unitsListing", Me>;
    expectTypeOf<Extract<Reply<"authLogin">, { data: unknown }>["data"]>().toEqualTypeOf<User>();
  });

  it("wants pagination on paged lists, and nowhere else", () => {
    expectTypeOf<{ data: []; pagination: typeof pagination }>().toExtend<Reply<"unitsListing">>();
    (async () => ({ data: [], pagination })) satisfies Handler<"unitsListing", Me>;
    // @ts-expect-error pagination is missing
    (async () => ({ data: [] })) satisfies Handler<"unitsListing", Me>;
    // @ts-expect-error ping is no list
    (async () => ({ json: { text: "{}" }, pagination })) satisfies Handler<"testsPing", Me>;
  });
});
