import { describe, expect, test, vi } from "vitest";
import { createAuth, memoryStore } from "../src/index.ts";
import { seeded } from "../src/testing/index.ts";
import { respond, baseUrl, setUp, type Handler, ways } from "./support/fake-service.ts";
import { deferred, settle, type Deferred } from "./support/deferred.ts";
import { virtualClock } from "./support/virtual-clock.ts";

/** Requests to /r/<name> wait until the test responds; GET /auth/token says what `current` returns. */
function held(current: () => Response | Promise<Response>): {
  handler: Handler;
  reply: (name: string, response: Response) => void;
} {
  const waiting = new Map<string, Deferred<Response>>();
  return {
    handler({ operation }) {
      if (operation === "GET /auth/token") return current();
      const gate = deferred<Response>();
      waiting.set(operation.replace("GET /r/", ""), gate);
      return gate.promise;
    },
    reply: (name, response) => waiting.get(name)?.resolve(response),
  };
}

const tokenBody = (token: string): object => ({ body: { data: { token: `bearer ${token}` } } });

for (const way of ways) {
  describe(`ordering, ${way.name}`, () => {
    const start = (current = "T2", options = {}) => {
      const service = held(() => respond(200, tokenBody(current)));
      const world = setUp(service.handler, options);
      world.session.adopt("T0");
      return { ...world, reply: service.reply, call: way.open(world.session, world.fetch) };
    };

    test("each response's token goes along with the next call", async () => {
      let next = 1;
      const { session, fetch, seen, events } = setUp(() => respond(200, { token: `T${next++}` }));
      session.adopt("bearer T0");
      const call = way.open(session, fetch);
      for (const path of ["/a", "/b", "/c"]) await call(path);
      expect(seen.map(({ token }) => token)).toEqual(["T0", "T1", "T2"]);
      expect(await session.getToken()).toBe("T3");
      expect(events.map((event) => event.type === "token" && event.why)).toEqual([
        "adopted",
        "rotated",
        "rotated",
        "rotated",
      ]);
    });

    test("a later response with an older token is dropped without a reconcile when tokens have an ordinal", async () => {
      const { session, call, reply, count, events } = start();
      session.adopt("f1.10.aaa");
      const calls = [call("/r/one"), call("/r/two")];
      await settle();
      reply("two", respond(200, { token: "f1.12.ccc" }));
      await settle();
      reply("one", respond(200, { token: "f1.11.bbb" }));
      await Promise.all(calls);
      expect(await session.getToken()).toBe("f1.12.ccc");
      expect(session.stats()).toMatchObject({ staleDropped: 1, rotations: 1, requests: 2, reconciles: 0 });
      expect(count("GET /auth/token")).toBe(0);
      expect(events.at(-1)).toMatchObject({ type: "stale_dropped", why: "superseded" });
    });

    test("overlapping responses with opaque tokens are settled by one reconcile, which overrules history", async () => {
      const { session, call, reply, count } = start("T2");
      const calls = [call("/r/one"), call("/r/two")];
      await settle();
      reply("two", respond(200, { token: "T2" }));
      await settle();
      reply("one", respond(200, { token: "T1" }));
      await Promise.all(calls);
      await session.flush();
      expect(await session.getToken()).toBe("T2");
      expect(session.snapshot().ambiguous).toBe(false);
      expect(session.stats()).toMatchObject({ reconciles: 1, staleDropped: 1 });
      expect(count("GET /auth/token")).toBe(1);
    });

    test("a repeated token is no change, but confirms the held one", async () => {
      const { session, call, reply, events, time } = start();
      await settle();
      const before = events.length;
      const pending = call("/r/one");
      await settle();
      await time.advance(5_000);
      expect(session.snapshot().confirmedAgeMs).toBe(5_000);
      reply("one", respond(200, { token: "T0" }));
      await pending;
      expect(events.length).toBe(before);
      expect(session.snapshot()).toMatchObject({ confirmedAgeMs: 0, ageMs: 5_000 });
      expect(session.stats().rotations).toBe(0);
    });

    test("a token that was proven superseded is ignored", async () => {
      const { session, call, reply, count } = start();
      const slow = call("/r/slow");
      await settle();
      const quick = call("/r/quick");
      await settle();
      reply("quick", respond(200, { token: "T1" }));
      await quick;
      reply("slow", respond(200, { token: "T0" }));
      await slow;
      await session.flush();
      expect(await session.getToken()).toBe("T1");
      expect(session.stats().staleDropped).toBe(1);
      expect(count("GET /auth/token")).toBe(0);
    });

    test("the response to a call that sent the held token is newer, however long it took", async () => {
      const { session, call, reply, count } = start();
      const exported = call("/r/export");
      await settle();
      for (let index = 0; index < 3; index++) {
        const short = call(`/r/${index}`);
        await settle();
        reply(String(index), respond(200, index === 1 ? { token: "T0" } : {}));
        await short;
      }
      reply("export", respond(200, { token: "T2" }));
      await exported;
      await session.flush();
      expect(await session.getToken()).toBe("T2");
      expect(count("GET /auth/token")).toBe(0);
    });

    test("the session reconciles when a token that follows the held one may be older than one that gave way to it", async () => {
      const { session, call, reply, count } = start("T4");
      const [two, three, four, back] = [call("/r/two"), call("/r/three"), call("/r/four"), call("/r/back")];
      await settle();
      reply("two", respond(200, { token: "T2" }));
      await two;
      const after = call("/r/after");
      await settle();
      for (const [name, token] of [
        ["three", "T3"],
        ["four", "T4"],
        ["back", "T2"],
      ] as const) {
        reply(name, respond(200, { token }));
        await settle();
      }
      await Promise.all([three, four, back]);
      reply("after", respond(200, { token: "T3" }));
      await after;
      await session.flush();
      expect(await session.getToken()).toBe("T4");
      // A middleware cannot see which calls are still under way, and may ask too early.
      expect(count("GET /auth/token")).toBeLessThanOrEqual(way.name === "fetch" ? 1 : 2);
    });

    test("a call sent after the held token arrived is newer evidence, though it sent another one", async () => {
      const { session, call, reply, count } = start("never sent");
      const [one, two] = [call("/r/one"), call("/r/two")];
      await settle();
      reply("one", respond(200, { token: "T1" }));
      await one;
      const three = call("/r/three");
      await settle();
      reply("three", respond(200, { token: "T3" }));
      await three;
      reply("two", respond(200, { token: "T0" }));
      await two;
      expect(await session.getToken()).toBe("T3");
      expect(count("GET /auth/token")).toBe(0);
    });
  });
}

describe("ordering, reconcile", () => {
  const overlap = async (current: () => Response | Promise<Response>, options = {}) => {
    const service = held(current);
    const world = setUp(service.handler, options);
    world.session.adopt("T0");
    const make = async (first: string, second: string) => {
      const calls = [world.session.fetch(`${baseUrl}/r/one`), world.session.fetch(`${baseUrl}/r/two`)];
      await settle();
      service.reply("one", respond(200, { token: first }));
      await settle();
      service.reply("two", respond(200, { token: second }));
      await Promise.all(calls);
      await world.session.flush();
    };
    await make("T1", "T2");
    return { ...world, make, reply: service.reply };
  };

  test("a token in the header of the response is newer than the one in its body", async () => {
    const { session } = await overlap(() => respond(200, { token: "T9", body: { data: { token: "bearer T8" } } }));
    expect(await session.getToken()).toBe("T9");
  });

  test.each([
    ["500", () => respond(500)],
    ["404", () => respond(404)],
    ["no token in the body", () => respond(200)],
    ["a body that is not JSON", () => new Response("<html>")],
    [
      "a token with characters that no header can carry",
      () => respond(200, { body: { data: { token: "bearer a\u2028b" } } }),
    ],
    ["no response", () => Promise.reject(new TypeError("fetch failed"))],
  ])("a failed reconcile (%s) changes nothing and is repeated after a backoff", async (_, current) => {
    const { session, count, time, make } = await overlap(current);
    expect(await session.getToken()).toBe("T2");
    expect(session.snapshot()).toMatchObject({ status: "active", ambiguous: true });
    await make("T4", "T5");
    expect(count("GET /auth/token")).toBe(1);
    await time.advance(1_000);
    await make("T6", "T7");
    expect(count("GET /auth/token")).toBe(2);
  });

  test("a reconcile that overlaps with a response is repeated when all is quiet", async () => {
    const reconcile = deferred<Response>();
    let asked = 0;
    const service = held(() => (asked++ === 0 ? reconcile.promise : respond(200, tokenBody("T3"))));
    const { session } = setUp(service.handler);
    session.adopt("T0");
    const calls = ["one", "two", "three", "four"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    for (const [name, token] of [
      ["one", "T1"],
      ["two", "T2"],
      ["three", "T2"],
      ["four", "T2"],
    ] as const) {
      service.reply(name, respond(200, { token }));
      await settle();
    }
    expect(asked).toBe(1);
    const late = session.fetch(`${baseUrl}/r/late`);
    await settle();
    service.reply("late", respond(200, { token: "T3" }));
    await late;
    reconcile.resolve(respond(200, tokenBody("T2")));
    await Promise.all(calls);
    await session.flush();
    const quiet = session.fetch(`${baseUrl}/r/quiet`);
    await settle();
    service.reply("quiet", respond(200));
    await quiet;
    await session.flush();
    expect(await session.getToken()).toBe("T3");
    expect(asked).toBeLessThanOrEqual(2);
  });

  test.each(["T1", "T0"])("a doubt that arose after a call was sent outlives its response with %s", async (token) => {
    const service = held(() => respond(200, tokenBody("T2")));
    const { session } = setUp(service.handler);
    session.adopt("T0");
    const calls = ["early", "redirected"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    // What a redirect brings is not taken, but it may be newer.
    service.reply("redirected", Object.defineProperty(respond(200, { token: "T2" }), "redirected", { value: true }));
    await settle();
    service.reply("early", respond(200, { token }));
    await Promise.all(calls);
    await session.flush();
    expect(await session.getToken()).toBe("T2");
  });

  test("two sessions of one store whose reconciles overlap and bring a token each soon hold the same one", async () => {
    const reconciles: Deferred<Response>[] = [];
    const store = memoryStore();
    const time = virtualClock();
    let serial = 0;
    const open = () => {
      const gates = new Map<string, Deferred<Response>>();
      const { session } = setUp(
        ({ operation }) => {
          const gate = deferred<Response>();
          if (operation === "GET /auth/token") reconciles.push(gate);
          else gates.set(operation, gate);
          return gate.promise;
        },
        { store, time, random: seeded(7) },
      );
      return { session, gates };
    };
    const both = [open(), open()] as const;
    both[0].session.adopt("T0", { user: "demo.operator" });
    await settle();
    const order = [both[0], both[1], both[0]].map((one, index) => ({ ...one, path: `/${index}` }));
    const calls = order.map(({ session, path }) => session.fetch(baseUrl + path));
    await settle();
    for (const { gates, path } of order) {
      gates.get(`GET ${path}`)?.resolve(respond(200, { token: `T${++serial}` }));
      await settle();
    }
    await Promise.all(calls);
    // Always the older reconcile: the other one is under way when its response comes.
    for (let turn = 0; turn < 60; turn++) {
      reconciles.shift()?.resolve(respond(200, { token: `T${++serial}` }));
      await settle();
      if (reconciles.length < 2) await time.advance(100);
    }
    expect(reconciles).toEqual([]);
    expect(serial).toBeLessThan(30);
    const [one, other] = both.map(({ session }) => session.snapshot());
    expect([one?.ambiguous, other?.ambiguous]).toEqual([false, false]);
    expect(one?.fingerprint).toBe(other?.fingerprint);
  });

  test("a failed reconcile is repeated after its backoff without a call, five times", async () => {
    const time = virtualClock();
    const service = held(() => respond(503));
    const { session, count } = setUp(service.handler, { time, random: () => 0.5 });
    session.adopt("T0");
    const calls = ["one", "two"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    for (const name of ["two", "one"]) {
      service.reply(name, respond(200, { token: name }));
      await settle();
    }
    await Promise.all(calls);
    expect(count("GET /auth/token")).toBe(1);
    await time.advance(1_000);
    expect(count("GET /auth/token")).toBe(2);
    await time.advance(86_400_000);
    expect(count("GET /auth/token")).toBe(6);
    expect(session.snapshot().ambiguous).toBe(true);
  });

  test("under steady load the session reconciles after a second", async () => {
    const service = held(() => respond(200, tokenBody("T1")));
    const { session, time, count } = setUp(service.handler);
    session.adopt("T0");
    void session.fetch(`${baseUrl}/r/endless`);
    const calls = ["one", "two", "three"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    service.reply("one", respond(200, { token: "T1" }));
    await settle();
    service.reply("two", respond(200, { token: "T2" }));
    await settle();
    expect(count("GET /auth/token")).toBe(0);
    await time.advance(1_000);
    service.reply("three", respond(200));
    await Promise.all(calls);
    await session.flush();
    expect(count("GET /auth/token")).toBe(1);
    expect(await session.getToken()).toBe("T1");
  });

  test("reconcile: off keeps the last arrival", async () => {
    const { session, count } = await overlap(() => respond(200, tokenBody("T1")), { reconcile: "off" });
    expect(await session.getToken()).toBe("T2");
    expect(count("GET /auth/token")).toBe(0);
  });

  test("a compare function that throws is reported and evidence decides", async () => {
    const compare = (): number => {
      throw new RangeError("no order");
    };
    const { session, events } = await overlap(() => respond(200, tokenBody("T1")), { compare });
    expect(await session.getToken()).toBe("T1");
    expect(events).toContainEqual({ type: "hook_error", hook: "compare", name: "RangeError" });
  });

  test("the tokens' own order is stronger than the response to the reconcile, which may come from a cache", async () => {
    const { session } = setUp(() => respond(200, tokenBody("f1.4.old")));
    session.adopt("f1.5.new");
    expect(await session.refresh()).toBe(true);
    expect(await session.getToken()).toBe("f1.5.new");
    expect(session.stats().staleDropped).toBe(1);
  });

  test("a token that the service itself called current is no longer held to be superseded", async () => {
    const service = held(() => respond(200, tokenBody("T0")));
    const { session } = setUp(service.handler, { reconcile: "off" });
    session.adopt("T0");
    const first = session.fetch(`${baseUrl}/r/first`);
    await settle();
    service.reply("first", respond(200, { token: "T1" }));
    await first;
    const calls = ["one", "two"].map((name) => session.fetch(`${baseUrl}/r/${name}`));
    await settle();
    await session.refresh();
    expect(await session.getToken()).toBe("T0");
    service.reply("one", respond(200, { token: "T5" }));
    await settle();
    expect(await session.getToken()).toBe("T5");
    service.reply("two", respond(200, { token: "T0" }));
    await Promise.all(calls);
    expect(await session.getToken()).toBe("T0");
  });

  test("the reconcile passes by the cache of the browser, where the platform has one", async () => {
    const asked: unknown[] = [];
    const session = createAuth({
      baseUrl,
      fetch: async (_input, init) => {
        asked.push(init?.cache);
        return respond(200, tokenBody("T1"));
      },
    });
    session.adopt("T1");
    await session.refresh();
    // Some workers throw for the option; their requests do not have the property.
    vi.stubGlobal("Request", Response);
    try {
      await session.refresh();
    } finally {
      vi.unstubAllGlobals();
    }
    expect(asked).toEqual(["no-store", undefined]);
  });
});
