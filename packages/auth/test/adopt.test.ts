import { describe, expect, test } from "vitest";
import { codeOf } from "./support/code-of.ts";
import { countingStore } from "./support/counting-store.ts";
import { respond, baseUrl, credentials, setUp, ways } from "./support/fake-service.ts";
import { settle } from "./support/deferred.ts";
import { gates } from "./support/gates.ts";

const login = "POST /auth/login";

/** Holds T0, and has a call under way that the test responds to. */
async function underWay(way: (typeof ways)[number]) {
  const store = countingStore();
  const service = gates(({ operation, token }) => {
    if (operation === login) return respond(200, { token: "L1" });
    if (operation === "GET /auth/token") return respond(200, { body: { data: { token } } });
    return respond(200);
  });
  const given = setUp(service.handler, { store });
  given.session.adopt("T0");
  await given.session.flush();
  const call = way.open(given.session, given.fetch);
  const pending = call("/r/slow");
  await settle();
  return { ...given, ...service, store, call, pending };
}

describe.each(ways)("adopt() of the token that is held already, $name", (way) => {
  test.each(["T0", "bearer T0", "  Bearer  T0 "])("%j: a rotation under way still counts", async (text) => {
    const { session, pending, reply, events, store } = await underWay(way);
    await settle();
    const [before, writes, told] = [session.snapshot(), store.written.length, events.length];
    session.adopt(text);
    expect(session.snapshot().epoch).toBe(before.epoch);
    reply("slow", respond(200, { token: "T1" }));
    await pending;
    await session.flush();
    expect(await session.getToken()).toBe("T1");
    expect(events.slice(told).map((event) => [event.type, "why" in event && event.why])).toEqual([
      ["token", "rotated"],
    ]);
    expect(store.written.length).toBe(writes + 1);
  });

  test("a 401 under way is replayed: it is the same user's session", async () => {
    const { session, pending, reply, count } = await underWay(way);
    session.adopt("T0");
    reply("slow", respond(401));
    await settle();
    reply("slow", respond(200));
    expect((await pending).status).toBe(200);
    expect(count(login)).toBe(1);
  });

  test("nothing is told and nothing is written", async () => {
    const { session, pending, reply, events, store } = await underWay(way);
    await settle();
    const [writes, told] = [store.written.length, events.length];
    for (let round = 0; round < 3; round++) session.adopt("T0");
    await session.flush();
    await settle();
    expect([store.written.length, events.length]).toEqual([writes, told]);
    reply("slow", respond(200));
    await pending;
  });
});

describe("adopt() of another token", () => {
  test.each(ways)("begins another session: a rotation under way does not count, $name", async (way) => {
    const { session, pending, reply } = await underWay(way);
    session.adopt("OTHER");
    reply("slow", respond(200, { token: "T1" }));
    await pending;
    await session.flush();
    expect(await session.getToken()).toBe("OTHER");
  });

  test("also of one that was held before", async () => {
    const { session } = setUp(({ operation }) => respond(200, operation === "GET /rotate" ? { token: "T1" } : {}));
    session.adopt("T0");
    const { epoch } = session.snapshot();
    await session.fetch(`${baseUrl}/rotate`);
    session.adopt("T0");
    expect(session.snapshot().epoch).toBeGreaterThan(epoch);
    expect(await session.getToken()).toBe("T0");
  });
});

test("adopt() after a logout begins a session, whichever token was held", async () => {
  const { session, seen } = setUp(() => respond(200), { credentials });
  session.adopt("T0");
  await session.logout();
  expect(await codeOf(session.getToken())).toBe("logged_out");
  session.adopt("T0");
  expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
  expect(seen.at(-1)?.token).toBe("T0");
  expect(session.snapshot().status).toBe("active");
});
