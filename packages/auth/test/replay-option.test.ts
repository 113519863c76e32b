import createClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { AuthOptions } from "../src/index.ts";
import { respond, baseUrl, setUp, ways } from "./support/fake-service.ts";
import { settle } from "./support/deferred.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const skipped = { type: "replay_skipped", why: "option" };

/** Holds a token that is refused. Only tokens of logins are good. */
function world(options: Partial<AuthOptions> = {}) {
  const given = setUp(({ operation, token }) => {
    if (operation === login) return respond(200, { token: "L1" });
    return token === "L1" ? respond(200) : respond(401, { body: { error: "token expired" } });
  }, options);
  given.session.adopt("expired");
  return given;
}

const safe = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const unsafe = ["POST", "PATCH"];

/** The option, the method, the headers, and whether the call is sent again. */
type Case = readonly [AuthOptions["replay"], string, Record<string, string>, boolean];

const key = { "idempotency-key": "k1" };
const cases: readonly Case[] = [
  ...[...safe, ...unsafe].flatMap((method): Case[] => [
    [undefined, method, {}, true],
    ["always", method, {}, true],
    ["never", method, {}, false],
    ["never", method, key, false],
    ["idempotent", method, {}, safe.includes(method)],
    ["idempotent", method, { "Idempotency-Key": "k1" }, true],
  ]),
  ["idempotent", "put", {}, true],
  ["idempotent", "post", {}, false],
  ["idempotent", "patch", {}, false],
  ["idempotent", "PROPFIND", {}, false],
  ["idempotent", "POST", { "IDEMPOTENCY-KEY": "k1" }, true],
  ["idempotent", "POST", { "x-idempotency-key": "k1" }, false],
];

describe.each(ways)("a call that is refused, $name", (way) => {
  test.each(cases)("replay: %j, %s with %j: sent again: %j", async (replay, method, headers, isReplayed) => {
    const { session, fetch, seen, count, events } = world({ replay });
    const init = { method, headers, ...(/^p/i.test(method) && { body: "bytes" }) };
    const call = way.open(session, fetch);
    const response = await call("/units", init);
    await settle();
    expect(response.status).toBe(isReplayed ? 200 : 401);
    const sent = seen.filter(({ operation }) => operation.endsWith(" /units"));
    expect(sent.map(({ token }) => token)).toEqual(isReplayed ? ["expired", "L1"] : ["expired"]);
    expect(count(login)).toBe(1);
    if (isReplayed) expect(events).not.toContainEqual(skipped);
    else expect(events.filter((event) => event.type === "replay_skipped")).toEqual([skipped]);
    // Whatever became of it, the next call finds a token that works.
    expect((await call("/units", init)).status).toBe(200);
    expect(count(login)).toBe(1);
  });
});

describe("a call that is not sent again", () => {
  test("the 401 that the caller gets can be read", async () => {
    const { session } = world({ replay: "never" });
    const response = await session.fetch(units);
    expect(await response.json()).toEqual({ error: "token expired" });
  });

  test("a newer token is held already: no login", async () => {
    let late = (_response: Response): void => undefined;
    const { session, count, events } = setUp(
      ({ operation }) => {
        if (operation === "GET /rotate") return respond(200, { token: "T1" });
        return new Promise((resolve) => (late = resolve));
      },
      { replay: "idempotent" },
    );
    session.adopt("T0");
    const call = session.fetch(units, { method: "POST", body: "x" });
    await settle();
    await session.fetch(`${baseUrl}/rotate`);
    late(respond(401));
    expect((await call).status).toBe(401);
    await settle();
    expect(count("POST /units")).toBe(1);
    expect(count(login)).toBe(0);
    expect(events).toContainEqual(skipped);
  });

  test.each([
    ["the login fails", 503, "login_backoff"],
    ["the password is refused", 401, undefined],
  ])("%s: the caller gets the 401", async (_, status, event) => {
    const { session, events } = setUp(({ operation }) => respond(operation === login ? status : 401), {
      replay: "never",
    });
    session.adopt("expired");
    expect((await session.fetch(units)).status).toBe(401);
    await settle();
    expect(events).toContainEqual(skipped);
    if (event) expect(events.map(({ type }) => type)).toContain(event);
  });

  test("there is nothing to log in with: the caller gets the 401, and login_required is told", async () => {
    const { session, events } = world({ replay: "never", credentials: undefined });
    expect((await session.fetch(units)).status).toBe(401);
    await settle();
    expect(events.map(({ type }) => type)).toContain("login_required");
  });

  test("a response that is no 401 concerns nobody", async () => {
    const { session, events } = setUp(() => respond(403), { replay: "never" });
    session.adopt("T0");
    expect((await session.fetch(units, { method: "POST", body: "x" })).status).toBe(403);
    await settle();
    expect(events).not.toContainEqual(skipped);
  });

  test("the first call of a session, without a token, is sent after the login all the same", async () => {
    const { session, seen } = setUp(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}), {
      replay: "never",
    });
    expect((await session.fetch(units, { method: "POST", body: "x" })).status).toBe(200);
    expect(seen.map(({ operation }) => operation)).toEqual([login, "POST /units"]);
  });
});

test("the key that other middleware of openapi-fetch sets counts", async () => {
  const { session, fetch, seen } = world({ replay: "idempotent" });
  const ok = { responses: { 200: { content: { "application/json": {} as object } } } };
  type Operation = typeof ok & { requestBody?: { content: { "application/json": { name: string } } } };
  for (const isFirst of [true, false]) {
    session.adopt("expired");
    seen.length = 0;
    const client = createClient<Record<"/units", { post: Operation }>>({ baseUrl, fetch, Request: session.Request });
    const setKey = { onRequest: ({ request }: { request: Request }) => request.headers.set("idempotency-key", "k1") };
    client.use(...(isFirst ? [setKey, session.middleware()] : [session.middleware(), setKey]));
    const { response } = await client.POST("/units", { body: { name: "van 7" } });
    expect(response.status).toBe(200);
    expect(seen.filter(({ operation }) => operation === "POST /units").length).toBe(2);
  }
});
