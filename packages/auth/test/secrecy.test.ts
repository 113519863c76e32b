import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createAuth, memoryStore } from "../src/index.ts";
import { baseUrl, fingerprintOf, respond, setUp } from "./support/fake-service.ts";

const canary = "CANARY0token0CANARY";
const password = "CANARY0password0CANARY";

/** Everything that a program could print of a value. */
function printed(value: unknown): string {
  const parts = [inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }), String(value)];
  if (value instanceof Error) parts.push(String(value.stack), JSON.stringify(Object.getOwnPropertyDescriptors(value)));
  try {
    parts.push(JSON.stringify(value) ?? "");
  } catch {
    parts.push("");
  }
  return parts.join("\n");
}

const failures: [string, () => Response][] = [
  ["refused", () => respond(403, { headers: { "x-echo": password } })],
  ["malformed", () => respond(200, { headers: { authorization: `bearer ${canary} ${canary}` } })],
  ["missing", () => respond(200, { body: { data: canary } })],
  ["broken", () => respond(500, { body: { password } })],
  [
    "unreachable",
    () => {
      throw Object.assign(new TypeError(`fetch failed ${canary}`), {
        request: new Request(baseUrl, { headers: { authorization: canary } }),
      });
    },
  ],
];

describe("secrets stay inside", () => {
  test("the session, its events, its methods and its state show a fingerprint only", async () => {
    const output = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
    let turn = 0;
    const options = { credentials: async () => ({ username: "demo.operator", password }), store: memoryStore() };
    const { session, events, time } = setUp(({ operation, token }) => {
      if (operation === "POST /auth/login") return respond(200, { token: `${canary}${++turn}` });
      return token === `${canary}1`
        ? respond(401)
        : respond(200, { token: `${canary}${++turn}`, body: { data: { token: canary } } });
    }, options);
    const request = new session.Request(`${baseUrl}/units`, { method: "POST", body: "{}" });
    const failure: unknown = await session.fetch(request).catch((error: unknown) => error);
    await time.advance(1_000);
    await session.fetch(`${baseUrl}/units`);
    await session.refresh();
    await session.flush();
    const bound = session.bind();
    const things = [
      session,
      bound,
      session.middleware(),
      session.fetch,
      session.snapshot(),
      session.stats(),
      events,
      failure,
      request,
      options,
    ];
    for (const thing of things) expect(printed(thing)).not.toContain("CANARY");
    expect(events.map(({ type }) => type)).toContain("token");
    expect(session.snapshot().fingerprint).toBe(fingerprintOf(await session.getToken()));
    await session.logout();
    expect(printed([session, events, options])).not.toContain("CANARY");
    for (const spy of output) {
      expect(spy.mock.calls.flat().join("")).not.toContain("CANARY");
      spy.mockRestore();
    }
  });

  test.each(failures)("the error of a login that is %s has no secret", async (_, login) => {
    const { session, events } = setUp(({ operation }) => (operation === "POST /auth/login" ? login() : respond(401)), {
      credentials: { username: "demo.operator", password },
    });
    session.adopt(canary);
    const error: unknown = await session.fetch(`${baseUrl}/units`).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(printed(error)).not.toContain("CANARY");
    expect(printed(events)).not.toContain("CANARY");
    expect(error instanceof Error && error.cause).toBeUndefined();
  });

  test("errors of a store are named, not quoted", async () => {
    const store = { ...memoryStore(), commit: () => Promise.reject(new Error(`cannot write ${canary}`)) };
    const { session, events } = setUp(() => respond(200), { store });
    session.adopt(canary);
    const error: unknown = await session.flush().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "store_unavailable" });
    expect(printed([error, events])).not.toContain("CANARY");
  });

  test.each([
    ["a name", { name: `bearer ${canary}` }],
    ["a code", { code: `f1.1.${canary}` }],
    ["a long name", { name: `E${canary.repeat(9)}` }],
    ["a number as its name, and an object as its code", { name: 7, code: { canary } }],
  ])("%s of a foreign error that does not look like one is not quoted", async (_, facts) => {
    const { session, events } = setUp(() => {
      throw Object.assign(new Error(canary), facts);
    });
    const error = await session.login().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "login_backoff", message: expect.stringContaining("(no response: Error)") });
    for (const value of [error, events]) expect(printed(value)).not.toContain(canary);
  });

  test("a refused base address is not quoted with its password", () => {
    let error: unknown;
    try {
      createAuth({ baseUrl: `https://user:${password}@fleet.example.com` });
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ code: "invalid_option" });
    expect(printed(error)).not.toContain("CANARY");
  });
});
