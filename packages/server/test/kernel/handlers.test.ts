/** Types are the product here: what does not compile is as important as what does. `tsc` is the judge. */
import type { OperationId } from "@fleet-api/contract/operations";
import type { User } from "@fleet-api/contract/types/authentication";
import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { ResponseValidators } from "../../src/kernel/index.ts";
import { ContractBreach, contractCheck } from "../../src/kernel/index.ts";
import type { RawJson, ReplyOf } from "../../src/kernel/reply.ts";
import { rawJson } from "../../src/kernel/reply.ts";
import type { GroupHandlers, Handler, HandlerCall, Handlers, PrincipalOf, Reply } from "../../src/kernel/types.ts";
import type { FakeService } from "./support/fake-service.ts";
import { fakeHandlers, fakeService, send } from "./support/fake-service.ts";
import type { Replies, StatusHandlers } from "./support/status-service.ts";
import { statusContract, statusHandlers, statusResponses } from "./support/status-service.ts";

interface Me {
  readonly name: string;
}

/** What a handler works with: any type will do. */
interface Work {
  readonly scope: string;
}
const all = fakeHandlers([]) as unknown as Handlers<Me, Work>;
const ping: Handler<"testsPing", Me, Work> = async () => ({ data: { pong: true, version: "1.0.0", time: "" } });
const pagination = { page: 1, per_page: 50, total: 0 };

describe("Handlers", () => {
  it("has one handler for every operation, typed from the contract", () => {
    expectTypeOf<keyof Handlers<Me, Work>>().toEqualTypeOf<OperationId>();
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
    expectTypeOf<Omit<Handlers<Me, Work>, "unitsListing">>().not.toExtend<Handlers<Me, Work>>();
    const { unitsListing: _left, ...rest } = all;
    // @ts-expect-error Property 'unitsListing' is missing
    rest satisfies Handlers<Me, Work>;
  });

  it("refuses a handler without an operation", () => {
    expectTypeOf<keyof GroupHandlers<"tests", Me, Work>>().toEqualTypeOf<"testsPing">();
    // @ts-expect-error 'testsPong' does not exist
    ({ testsPing: ping, testsPong: ping }) satisfies GroupHandlers<"tests", Me, Work>;
    ({ testsPing: ping }) satisfies GroupHandlers<"tests", Me, Work>;
  });

  it("refuses data of another shape", () => {
    // @ts-expect-error `version` is missing
    (async () => ({ data: { pong: true, time: "" } })) satisfies Handler<"testsPing", Me, Work>;
    // @ts-expect-error data is a list
    (async () => ({ data: {}, pagination })) satisfies Handler<"unitsListing", Me, Work>;
    expectTypeOf<Extract<Reply<"authLogin">, { data: unknown }>["data"]>().toEqualTypeOf<User>();
  });

  it("refuses JSON text of other data", () => {
    expectTypeOf(rawJson<Unit[]>("[]")).not.toExtend<RawJson<User[]>>();
    (async () => ({ json: rawJson<Unit[]>("[]"), pagination })) satisfies Handler<"unitsListing", Me, Work>;
    // @ts-expect-error users are no units
    (async () => ({ json: rawJson<User[]>("[]"), pagination })) satisfies Handler<"unitsListing", Me, Work>;
    // @ts-expect-error nothing says what the text holds
    (async () => ({ json: { text: "[]" }, pagination })) satisfies Handler<"unitsListing", Me, Work>;
  });

  it("wants pagination on paged lists, and nowhere else", () => {
    expectTypeOf<{ data: []; pagination: typeof pagination }>().toExtend<Reply<"unitsListing">>();
    (async () => ({ data: [], pagination })) satisfies Handler<"unitsListing", Me, Work>;
    // @ts-expect-error pagination is missing
    (async () => ({ data: [] })) satisfies Handler<"unitsListing", Me, Work>;
    // @ts-expect-error ping is no list
    (async () => ({ json: rawJson("{}"), pagination })) satisfies Handler<"testsPing", Me, Work>;
  });
});

describe("a reply", () => {
  const data = { id: 1 };
  const etag = '"v1"';
  const location = "/units/1";
  type Get = () => Promise<ReplyOf<Replies["unitsGet"]>>;
  type Put = () => Promise<ReplyOf<Replies["unitsPut"]>>;
  type Create = () => Promise<ReplyOf<Replies["unitsCreate"]>>;
  type Delete = () => Promise<ReplyOf<Replies["unitsDelete"]>>;

  it("needs no status where there is one success only", () => {
    expectTypeOf<ReplyOf<Replies["unitsCreate"]>["status"]>().toEqualTypeOf<201 | undefined>();
    (async () => ({ data, headers: { location } })) satisfies Create;
    (async () => ({ status: 201, data, headers: { location } })) satisfies Create;
    (async () => ({ data })) satisfies Delete;
    // @ts-expect-error the operation has no 200
    (async () => ({ status: 200, data, headers: { location } })) satisfies Create;
    // @ts-expect-error `data` is missing
    (async () => ({ headers: { location } })) satisfies Create;
  });

  it("names its status where there is a choice", () => {
    expectTypeOf<ReplyOf<Replies["unitsPut"]>["status"]>().toEqualTypeOf<200 | 201>();
    (async () => ({ status: 200, data, headers: { etag } })) satisfies Put;
    (async () => ({ status: 201, data, headers: { etag, location } })) satisfies Put;
    (async () =>
      location ? { status: 304, headers: { etag } } : { status: 200, data, headers: { etag } }) satisfies Get;
    // @ts-expect-error which of the two?
    (async () => ({ data, headers: { etag } })) satisfies Put;
    // @ts-expect-error the operation has no 202
    (async () => ({ status: 202, data, headers: { etag } })) satisfies Put;
  });

  it("has the headers of its status, and no others", () => {
    expectTypeOf<Reply<"authLogin">["headers"]>().toEqualTypeOf<Readonly<{ authorization: string }>>();
    // @ts-expect-error a 201 has a Location
    (async () => ({ status: 201, data, headers: { etag } })) satisfies Put;
    // @ts-expect-error a 200 has none
    (async () => ({ status: 200, data, headers: { etag, location } })) satisfies Put;
    // @ts-expect-error no headers at all
    (async () => ({ status: 304 })) satisfies Get;
    // @ts-expect-error the operation has no headers
    (async () => ({ data, headers: { location } })) satisfies Delete;
    // @ts-expect-error a login gives its token
    (async () => ({ json: rawJson("{}") })) satisfies Handler<"authLogin", Me, Work>;
    // @ts-expect-error newer tokens come from the kernel
    (async () => ({ json: rawJson("{}"), headers: { authorization: "bearer t" } })) satisfies Handler<
      "testsPing",
      Me,
      Work
    >;
  });

  it("without a body has nothing of an envelope", () => {
    type Unchanged = Extract<ReplyOf<Replies["unitsGet"]>, { status: 304 }>;
    expectTypeOf<Unchanged["data"]>().toEqualTypeOf<undefined>();
    (async () => ({ status: 304, sessionEnded: true, headers: { etag } })) satisfies Get;
    // @ts-expect-error data of the other status
    (async () => ({ status: 304, data, headers: { etag } })) satisfies Get;
    // @ts-expect-error there is no place for notices
    (async () => ({ status: 304, notices: ["unchanged: x"], headers: { etag } })) satisfies Get;
    // @ts-expect-error nor for JSON text
    (async () => ({ status: 304, json: rawJson("{}"), headers: { etag } })) satisfies Get;
  });
});

const good = { authorization: "bearer good" };
const serviceOf = (handlers?: StatusHandlers): FakeService => fakeService(statusContract(handlers));

/** Sends a request, by default as a caller whose token is the newest. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, service = serviceOf()) {
  const answer = await send(service.kernel, method, path, { headers: { ...good, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("a success with a body", () => {
  it("is sent with the only status of its operation, and the headers of the reply", async () => {
    const { status, headers, text } = await ask("POST", "/units");
    expect([status, text]).toEqual([201, '{"data":{"id":2}}']);
    expect(headers.get("location")).toBe("/api/v1/units/2");
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("is sent with the status that the handler chose", async () => {
    const replaced = await ask("PUT", "/units/1");
    const created = await ask("PUT", "/units/9");
    expect([replaced.status, replaced.headers.get("location")]).toEqual([200, null]);
    expect([created.status, created.headers.get("location"), created.text]).toEqual([
      201,
      "/api/v1/units/9",
      '{"data":{"id":9}}',
    ]);
  });
});

describe("a success without a body", () => {
  it("is 304 with its ETag and the headers of every answer", async () => {
    const { status, headers, text } = await ask("GET", "/units/1", { "if-none-match": '"v7"' });
    expect([status, text]).toEqual([304, ""]);
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "no-store",
      etag: '"v7"',
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
  });

  it("hands a newer token out too", async () => {
    const { headers } = await ask("GET", "/units/1", { "if-none-match": '"v7"', authorization: "bearer old" });
    expect(headers.get("authorization")).toBe("bearer fresh");
  });

  it("has no data, whatever a handler without types gives", async () => {
    const unitsGet = () => Promise.resolve({ status: 304, data: { id: 1 }, headers: { etag: "1" } });
    const handlers: object = { ...statusHandlers, unitsGet };
    const { status, text } = await ask("GET", "/units/1", {}, serviceOf(handlers as StatusHandlers));
    expect([status, text]).toEqual([304, ""]);
  });
});

it("HEAD has the status and the headers of GET, with a condition as well", async () => {
  for (const condition of ["", '"v7"']) {
    const [get, head] = [
      await ask("GET", "/units/1", { "if-none-match": condition }),
      await ask("HEAD", "/units/1", { "if-none-match": condition }),
    ];
    expect({ ...head, headers: [...head.headers] }).toEqual({ ...get, headers: [...get.headers], text: "" });
  }
});

describe("a status that the operation does not have", () => {
  it.each([
    ["no status", "unitsPut", "PUT", "200, 201", {}],
    ["the status 201", "unitsGet", "GET", "200, 304", { status: 201 }],
    ["the status 404", "unitsGet", "GET", "200, 304", { status: 404 }],
  ])("is an error of the server: %s", async (given, operation, verb, statuses, reply) => {
    const handlers: object = { ...statusHandlers, [operation]: async () => ({ data: { id: 1 }, ...reply }) };
    const service = serviceOf(handlers as StatusHandlers);
    const { status, text } = await ask(verb, "/units/1", {}, service);
    expect([status, JSON.parse(text).code]).toEqual([500, "internal_error"]);
    expect(String(service.logged[0]?.fields["error"])).toContain(
      `The handler of ${operation} gave ${given}; the operation answers with ${statuses}.`,
    );
  });
});

describe("contractCheck", () => {
  const check = contractCheck(statusResponses as unknown as ResponseValidators);
  const json = { "content-type": "application/json" };

  it("accepts a success without a body", () => {
    expect(() => check("unitsGet", { status: 304, headers: {}, body: null })).not.toThrow();
  });

  it.each([
    ["a body", {}, '{"data":{"id":1}}'],
    ["an empty body", {}, ""],
    ["a media type", json, null],
  ])("refuses %s where the contract has no body", (_what, headers, body) => {
    expect(() => check("unitsGet", { status: 304, headers, body })).toThrow(
      new ContractBreach("unitsGet answered 304 with a body, where the contract has none."),
    );
  });

  it("refuses no body where the contract has one, and a status of another operation", () => {
    expect(() => check("unitsGet", { status: 200, headers: json, body: null })).toThrow("a body that breaks");
    expect(() => check("unitsPut", { status: 304, headers: {}, body: null })).toThrow(
      "which the contract does not have",
    );
  });
});
