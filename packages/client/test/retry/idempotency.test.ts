import { describe, expect, it } from "vitest";
import type { CallContext, Next } from "../../src/middleware.ts";
import { idempotency, retry } from "../../src/retry/index.ts";
import { randomUuid } from "../../src/retry/random-uuid.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { type CallFacts, callOf, failure, service, success } from "./scenario.ts";

const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Keys that count up. */
function counting(): () => string {
  let made = 0;
  return () => `key-${(made += 1)}`;
}

/** The headers with which a call is sent on; undefined when it is not. */
async function sentHeaders(facts: CallFacts, random = counting()): Promise<CallContext["headers"] | undefined> {
  let headers: CallContext["headers"] | undefined;
  await idempotency({ random })(callOf(facts), async (context) => {
    headers = context.headers;
    return success();
  });
  return headers;
}

describe("idempotency", () => {
  it("gives a key to an operation that takes one, beside its other headers", async () => {
    const facts = { verb: "POST", keyed: true, headers: { "x-tenant": "a" } };
    expect(await sentHeaders(facts)).toEqual({ "x-tenant": "a", "idempotency-key": "key-1" });
  });

  it("gives none to another operation, and passes its context on untouched", async () => {
    const context = callOf({ verb: "POST" });
    const next: Next = async (passed) => {
      expect(passed).toBe(context);
      return success();
    };
    await idempotency({ random: () => expect.unreachable("a key was made") })(context, next);
    expect.assertions(1);
  });

  it("leaves the header of the caller as it is, quoted or not", async () => {
    expect(await sentHeaders({ keyed: true, key: '"of the caller"' })).toEqual({
      "idempotency-key": '"of the caller"',
    });
  });

  it("takes the option of the call first", async () => {
    const options = { idempotencyKey: "mine" };
    expect(await sentHeaders({ keyed: true, key: "header", options })).toEqual({ "idempotency-key": "mine" });
  });

  it("refuses a key where the contract takes none, since the service would do the call twice", async () => {
    const next: Next = async () => expect.unreachable("it was sent");
    const result = await idempotency()(callOf({ verb: "POST", options: { idempotencyKey: "mine" } }), next);
    expect(result).toMatchObject({
      ok: false,
      kind: "request",
      error: { message: expect.stringContaining("takes no") },
    });
  });

  it("makes another key for each call, and by default a random UUID", async () => {
    const keys: unknown[] = [];
    const middleware = idempotency();
    for (const context of [callOf({ keyed: true }), callOf({ keyed: true })])
      await middleware(context, async ({ headers }) => (keys.push(headers["idempotency-key"]), success()));
    expect(keys).toEqual([expect.stringMatching(version4), expect.stringMatching(version4)]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("before retry gives all tries of a POST one key, which makes them safe", async () => {
    const platform = fakePlatform();
    const { next, asked } = service(platform, failure(503), failure(503), success());
    const again = retry({ platform });
    const call = callOf({ verb: "POST", keyed: true });
    await platform.finish(idempotency({ random: counting() })(call, (context) => again(context, next)));
    const keys = asked.map(({ context }) => context.headers["idempotency-key"]);
    expect(keys).toEqual(["key-1", "key-1", "key-1"]);
  });

  it("keeps the key when a middleware before it sends the call again", async () => {
    const platform = fakePlatform();
    const { next, asked } = service(platform, success());
    const middleware = idempotency({ random: counting() });
    const call = callOf({ keyed: true });
    await middleware(call, next);
    await middleware({ ...call }, next);
    await middleware(callOf({ keyed: true }), next);
    const keys = asked.map(({ context }) => context.headers["idempotency-key"]);
    expect(keys).toEqual(["key-1", "key-1", "key-2"]);
  });
});

describe("a key", () => {
  it.each(["k", "!~", "a".repeat(255), "order:42/line-7;x=(1)"])("may be %j", async (idempotencyKey) => {
    expect(await sentHeaders({ keyed: true, options: { idempotencyKey } })).toEqual({
      "idempotency-key": idempotencyKey,
    });
  });

  it.each(["", " ", "a b", "a,b", "a".repeat(256), "ä", 'a"b', "a\\b", "a\n", "\u007f", "\u0000"])(
    "cannot be %j: request, nothing is sent, and the message does not quote it",
    async (idempotencyKey) => {
      const next: Next = async () => expect.unreachable("it was sent");
      const result = await idempotency()(callOf({ keyed: true, options: { idempotencyKey } }), next);
      expect(result).toMatchObject({ ok: false, kind: "request", status: null });
      expect(JSON.stringify(result)).toContain("idempotencyKey must be 1 to 255 visible ASCII characters");
    },
  );

  it("of a random option that cannot be sent is a request failure too", async () => {
    const result = await idempotency({ random: () => "" })(callOf({ keyed: true }), async () => success());
    expect(result).toMatchObject({ ok: false, kind: "request" });
  });
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
