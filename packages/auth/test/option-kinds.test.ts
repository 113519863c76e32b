import { describe, expect, test } from "vitest";
import { createAuth } from "../src/index.ts";
import { baseUrl } from "./support/fake-service.ts";

/** As plain JavaScript calls it: with anything. */
const open = (options: object): unknown => Reflect.apply(createAuth, undefined, [{ baseUrl, ...options }]);

describe("an option of the wrong kind is refused, with its name, what it must be and what it is", () => {
  test.each([
    ["baseUrl", "/api/v1", "an absolute http(s) URL without user name, query and fragment; it is of type string"],
    ["loginPath", "https://evil.example/", "a path below baseUrl, such as /auth/login"],
    [
      "optionalOperations",
      "GET /ping",
      'a list such as [{ method: "GET", path: "/tests/ping" }]; it is of type string',
    ],
    ["timeoutMs", 0, "a number of milliseconds above 0 and at most 2147483647; it is 0"],
    ["maxWaiters", 1.5, "a positive whole number; it is 1.5"],
    ["replay", "sometimes", "one of always, idempotent, never; it is of type string"],
    ["reconcile", true, "one of auto, off; it is of type boolean"],
    ["userChange", null, "one of stop, follow; it is of type object"],
    ["compare", "iat", "a function; it is of type string"],
    ["fetch", {}, "a function; it is of type object"],
    ["login", "secret-token", "a function; it is of type string"],
    ["newId", 7, "a function; it is 7"],
    ["random", null, "a function; it is of type object"],
  ])("%s: %j", (option, value, must) => {
    const message = expect.stringContaining(`${option} must be ${must}`);
    expect(() => open({ [option]: value })).toThrow(expect.objectContaining({ code: "invalid_option", message }));
    expect(() => open({ [option]: value })).not.toThrow(/secret-token|evil/);
  });

  test.each([
    ["everyMs", 4 * 86_400_000, "a number of milliseconds above 0 and at most 259200000; it is 345600000"],
    ["jitter", 2, "a number from 0 to 1; it is 2"],
  ])("keepAlive.%s: %d", (option, value, must) => {
    const message = `keepAlive.${option} must be ${must}`;
    expect(() => open({ keepAlive: { [option]: value } })).toThrow(expect.objectContaining({ message }));
  });
});
