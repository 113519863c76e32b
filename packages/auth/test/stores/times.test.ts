import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cookieStore } from "../../src/stores/cookie/cookie-store.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { redisStore } from "../../src/stores/redis/redis-store.ts";
import { webStore } from "../../src/stores/web/web-store.ts";

const path = join(tmpdir(), "never-used");
const never = (): Promise<never> => Promise.reject(new Error("must not be called"));

/** Every time option of every store. Values come as plain JavaScript might give them. */
const options: Record<string, (value: never) => unknown> = {
  "fileStore staleMs": (staleMs) => fileStore(path, { staleMs }),
  "redisStore leaseMs": (leaseMs) => redisStore({ client: { command: never }, key: "k", leaseMs }),
  "redisStore timeoutMs": (timeoutMs) => redisStore({ client: { command: never }, key: "k", timeoutMs }),
  "webStore lockWaitMs": (lockWaitMs) => webStore({ name: "n", platform: {}, lockWaitMs }),
  "cookieStore attributes.maxAge": (maxAge) =>
    cookieStore({ get: () => null, set: () => undefined, attributes: { maxAge } }),
};

describe.each(Object.entries(options))("%s", (name, create) => {
  const option = name.split(" ")[1];
  const make = (value: unknown): unknown => Reflect.apply(create, undefined, [value]);

  test.each([Number.NaN, Infinity, -1, 0, 2 ** 31, "5"])("%o is refused when the store is made", (value) => {
    expect(() => make(value)).toThrow(
      expect.objectContaining({
        code: "invalid_option",
        message: expect.stringMatching(
          new RegExp(
            `^${option} must be a number of milliseconds above 0 and at most 2147483647; it is (${value}|.* string)$`,
          ),
        ),
      }),
    );
  });

  test.each([1, 2 ** 31 - 1, undefined])("%o is accepted", (value) => {
    expect(make(value)).toMatchObject({ read: expect.any(Function) });
  });
});

test("a cookie's lifetime is whole seconds", () => {
  expect(() => cookieStore({ get: () => null, set: () => undefined, attributes: { maxAge: 1.5 } })).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining("whole seconds") }),
  );
});

test("Redis, which takes whole milliseconds only, is given them", async () => {
  const asked: (readonly string[])[] = [];
  const command = async (words: readonly string[]): Promise<number> => {
    asked.push(words);
    return 1;
  };
  const store = redisStore({ client: { command }, key: "k", leaseMs: 1_000.5, ttlMs: 0.5 });
  await store.commit(0, {
    v: 1,
    serviceId: "https://fleet.example.com/api/v1",
    sid: "s",
    rev: 1,
    token: "T",
    user: "",
    since: 0,
  });
  await store.withLock("login", { timeoutMs: 1_000, signal: new AbortController().signal }, async () => undefined);
  expect(asked.map((words) => words.at(-1))).toEqual(["1", "1001", expect.any(String)]);
});

test.each([Number.NaN, Infinity, -1, 0])("redisStore ttlMs: %d is refused", (ttlMs) => {
  const create = (): unknown => redisStore({ client: { command: never }, key: "k", ttlMs });
  expect(create).toThrow(expect.objectContaining({ code: "invalid_option" }));
});

test("redisStore ttlMs: the server counts it, so that it may be longer than timers can wait", () => {
  const ninetyDays = 90 * 86_400_000;
  expect(() => redisStore({ client: { command: never }, key: "k", ttlMs: ninetyDays })).not.toThrow();
});
