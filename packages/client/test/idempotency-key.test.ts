import { describe, expect, it } from "vitest";
import { randomUuid } from "../src/call/idempotency-key.ts";
import type { OperationFacts } from "../src/call/operation.ts";
import { createCore, type CoreOptions } from "../src/core.ts";
import type { Middleware } from "../src/index.ts";
import { retry } from "../src/retry/index.ts";
import { baseUrl, jsonResponse, problem } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";

const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const keyed: OperationFacts = { id: "unitsCreate", verb: "POST", path: "/units", statuses: [200, 503], keyed: true };
const other: OperationFacts = { ...keyed, keyed: false };

/** A core, and the headers of what it sent. */
function recorded(options: Partial<CoreOptions> = {}, answer = (_nth: number): Response => jsonResponse({ data: {} })) {
  const sent: Record<string, string>[] = [];
  const fetch: CoreOptions["fetch"] = async (_url, init) => {
    sent.push(Object.fromEntries(new Headers(init?.headers)));
    return answer(sent.length);
  };
  return {
    core: createCore({ baseUrl, fetch, ...options }),
    sent,
    keys: () => sent.map((each) => each["idempotency-key"]),
  };
}

describe("Idempotency-Key", () => {
  it("is a random UUID of each call of an operation that takes one, beside its other headers", async () => {
    const { core, sent, keys } = recorded({ headers: { "x-client": "a" } });
    await core.call(keyed, {}, { headers: { "x-tenant": "a" } });
    await core.call(keyed);
    const key = expect.stringMatching(version4);
    expect(sent).toEqual([
      { "x-client": "a", "x-tenant": "a", "idempotency-key": key },
      { "x-client": "a", "idempotency-key": key },
    ]);
    expect(keys()[0]).not.toBe(keys()[1]);
  });

  it("is not given to another operation", async () => {
    const { core, sent } = recorded();
    await core.call(other, { body: {} });
    expect(sent).toEqual([{ "content-type": "application/json" }]);
  });

  it.each([
    ["a header of the call", {}, { headers: { "Idempotency-Key": '"of the caller"' } }],
    ["a header parameter", { headers: { "Idempotency-Key": '"of the caller"' } }, {}],
  ])("of the caller, as %s, is left as it is, quoted or not", async (_what, input, options) => {
    const { core, keys } = recorded();
    await core.call(keyed, input, options);
    expect(keys()).toEqual(['"of the caller"']);
  });

  it("of the option comes before any header", async () => {
    const { core, keys } = recorded();
    await core.call(keyed, {}, { idempotencyKey: "mine", headers: { "idempotency-key": "header" } });
    expect(keys()).toEqual(["mine"]);
  });

  it("is refused where the contract takes none, since the service would do the call twice", async () => {
    const { core, sent } = recorded();
    expect(await core.call(other, {}, { idempotencyKey: "mine" })).toMatchObject({
      ok: false,
      kind: "request",
      error: { message: expect.stringContaining("takes no") },
      meta: { attempts: 0 },
    });
    expect(sent).toEqual([]);
  });

  it("is the same for all tries of a POST, which makes them safe", async () => {
    const platform = fakePlatform();
    const busy = () => jsonResponse(problem(503, "unavailable"), { status: 503 });
    const { core, keys } = recorded({ ...platform, use: [retry()] }, (nth) =>
      nth < 3 ? busy() : jsonResponse({ data: {} }),
    );
    expect(await platform.finish(core.call(keyed))).toMatchObject({ ok: true, meta: { attempts: 3 } });
    expect(keys()).toEqual([expect.stringMatching(version4), keys()[0], keys()[0]]);
  });

  it("stays when a middleware sends the call again, with a copy too", async () => {
    const again: Middleware = async (context, next) => {
      await next(context);
      return next({ ...context });
    };
    const { core, keys } = recorded({ use: [again] });
    await core.call(keyed);
    await core.call(keyed);
    expect([keys()[1], keys()[3]]).toEqual([keys()[0], keys()[2]]);
    expect(keys()[2]).not.toBe(keys()[0]);
  });
});

describe("a key of the caller", () => {
  it.each(["k", "!~", "a".repeat(255), "order:42/line-7;x=(1)"])("may be %j", async (idempotencyKey) => {
    const { core, keys } = recorded();
    await core.call(keyed, {}, { idempotencyKey });
    expect(keys()).toEqual([idempotencyKey]);
  });

  it.each(["", " ", "a b", "a,b", "a".repeat(256), "ä", 'a"b', "a\\b", "a\n", "\u007f", "\u0000"])(
    "cannot be %j: request, nothing is sent, and the message does not quote it",
    async (idempotencyKey) => {
      const { core, sent } = recorded();
      const result = await core.call(keyed, {}, { idempotencyKey });
      expect(result).toMatchObject({ ok: false, kind: "request", status: null });
      expect(JSON.stringify(result)).toContain("idempotencyKey must be 1 to 255 visible ASCII characters");
      expect(sent).toEqual([]);
    },
  );
});

describe("randomUuid", () => {
  it("asks the platform for one where it can", () => {
    const uuid = "00000000-0000-4000-8000-000000000000";
    expect(randomUuid({ randomUUID: () => uuid, getRandomValues: () => expect.unreachable("bytes") })).toBe(uuid);
  });

  it("is made from 16 random bytes elsewhere, with version and variant (RFC 9562 section 5.4)", () => {
    const filled = (byte: number) => randomUuid({ getRandomValues: (array) => (fill(array, byte), array) });
    expect(filled(0x00)).toBe("00000000-0000-4000-8000-000000000000");
    expect(filled(0xff)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    expect(randomUuid({ getRandomValues: (array) => crypto.getRandomValues(array) })).toMatch(version4);
  });
});

function fill(array: unknown, byte: number): void {
  if (array instanceof Uint8Array) array.fill(byte);
}
