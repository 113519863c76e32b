import { describe, expect, test } from "vitest";
import type { AuthOptions, Credentials, TokenSession } from "../src/index.ts";
import { codeOf } from "./support/code-of.ts";
import { respond, baseUrl, credentials, setUp, ways } from "./support/fake-service.ts";
import { deferred, settle } from "./support/deferred.ts";

const login = "POST /auth/login";

/** A function that asks a person, who closes the dialog. */
const cancelled: readonly [string, () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["undefined, later", async () => undefined],
  ["null, later", () => settle().then(() => null)],
];

/** `credentials` may return nothing; that it may is what these tests are about. */
const prompt = (ask: () => unknown): Partial<AuthOptions> => ({ credentials: ask as () => Promise<Credentials> });

const accepting = ({ operation, token }: { operation: string; token: string | undefined }) => {
  if (operation === login) return respond(200, { token: "L1" });
  return respond(token === "L1" ? 200 : 401);
};

describe.each(cancelled)("a prompt that is cancelled: %s", (_, ask) => {
  const uses: readonly [string, (session: TokenSession) => Promise<unknown>][] = [
    ["fetch", (session) => session.fetch(`${baseUrl}/units`)],
    ["getToken", (session) => session.getToken()],
    ["login", (session) => session.login()],
  ];

  test.each(uses)("%s: login_required, and nothing is sent", async (_name, use) => {
    const { session, seen, events } = setUp(accepting, prompt(ask));
    expect(await codeOf(use(session))).toBe("login_required");
    await settle();
    expect(seen.length).toBe(0);
    expect(events).toEqual([{ type: "login_required" }]);
    expect(session.snapshot().status).toBe("empty");
  });

  test.each(ways)("after a 401: login_required, and the held token stays, $name", async (way) => {
    const { session, fetch, seen } = setUp(accepting, prompt(ask));
    session.adopt("expired");
    expect(await codeOf(way.open(session, fetch)("/units"))).toBe("login_required");
    expect(seen.map(({ operation }) => operation)).toEqual(["GET /units"]);
    expect(session.snapshot().status).toBe("active");
  });

  test("it is no failure of the service: the next call asks again at once, and may succeed", async () => {
    let asked = 0;
    const { session, count, events } = setUp(
      accepting,
      prompt(() => (asked++ < 2 ? ask() : credentials)),
    );
    expect(await codeOf(session.getToken())).toBe("login_required");
    expect(await codeOf(session.getToken())).toBe("login_required");
    expect(await session.getToken()).toBe("L1");
    await settle();
    expect([asked, count(login)]).toEqual([3, 1]);
    expect(events.map(({ type }) => type)).toEqual(["login_required", "token"]);
  });

  test("all who wait share one prompt, and its end", async () => {
    let asked = 0;
    const gate = deferred<void>();
    const { session, seen } = setUp(
      accepting,
      prompt(async () => {
        asked++;
        await gate.promise;
        return ask();
      }),
    );
    const calls = Array.from({ length: 20 }, () => codeOf(session.fetch(`${baseUrl}/units`)));
    await settle();
    gate.resolve();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["login_required"]));
    expect([asked, seen.length]).toEqual([1, 0]);
  });

  test("login(credentials) asks nobody", async () => {
    let asked = 0;
    const { session } = setUp(
      accepting,
      prompt(() => (asked++, ask())),
    );
    await session.login(credentials);
    expect(await session.getToken()).toBe("L1");
    expect(asked).toBe(0);
  });
});
