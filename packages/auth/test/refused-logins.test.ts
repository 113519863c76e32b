import { byTier } from "@fleet-api-tools/test-tier";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AuthError, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp } from "./support/fake-service.ts";
import { type RefusalHour, simulateRefusals } from "./support/refusal-hour.ts";
import { clockStart, virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const seeds = [1];

const processes = [
  ["one process without a store", 1],
  ["many processes on one store", byTier(4, 10)],
] as const;

/** At most: five short backoffs, and then one of 5 minutes or more after each login. */
const mostLogins = 18;

describe.each(processes)("an hour in which the tokens of logins do not work, %s", (_, count) => {
  const simulate = (hour: Omit<RefusalHour, "processes" | "seed">) =>
    Promise.all(seeds.map((seed) => simulateRefusals({ ...hour, seed, processes: count })));

  test("every token is refused: few logins, an error that says why, and one event for each process", async () => {
    for (const { logins, questions, share, countEvents } of await simulate({ accepts: () => false })) {
      expect(logins).toBeLessThanOrEqual(mostLogins);
      expect(questions).toBeLessThanOrEqual(mostLogins * count);
      expect(share("login_backoff")).toBeGreaterThan(0.98);
      expect(countEvents("tokens_refused")).toBe(count);
    }
  }, 300_000);

  test("every 401 comes with another token: few logins, and few questions", async () => {
    let serial = 0;
    const refuse = () => respond(401, { token: `N${++serial}` });
    for (const { logins, questions } of await simulate({ accepts: () => false, refuse, callsPerSecond: 1 })) {
      expect(logins).toBeLessThanOrEqual(mostLogins);
      // Some are reconciles, because the order of tokens is open.
      expect(questions).toBeLessThanOrEqual(2 * mostLogins * count);
    }
  }, 300_000);

  test("each token works once and is refused then: few logins", async () => {
    const used = new Set<string>();
    const accepts: RefusalHour["accepts"] = ({ operation, token }) => {
      const isFirst = !used.has(token);
      used.add(token);
      return isFirst && operation !== "GET /auth/token";
    };
    for (const { logins, requests } of await simulate({ accepts })) {
      expect(logins).toBeLessThanOrEqual(mostLogins);
      // One for each call, and few more.
      expect(requests).toBeLessThan(11_500);
    }
  }, 300_000);

  test("a service that recovers after half an hour is used again within one backoff", async () => {
    // Only tokens of later logins work.
    let firstGood = Infinity;
    const accepts: RefusalHour["accepts"] = ({ token, second }) => {
      const serial = Number(token.slice(1));
      if (second >= 1_800 && firstGood === Infinity) firstGood = serial + 1;
      return serial >= firstGood;
    };
    for (const seed of seeds) {
      firstGood = Infinity;
      const { outcomes } = await simulateRefusals({ seed, processes: count, accepts });
      const recovered = outcomes.findIndex((ends) => ends.every((end) => end === "200"));
      expect(recovered).toBeGreaterThanOrEqual(1_800);
      expect(recovered).toBeLessThanOrEqual(1_800 + 600 + count);
    }
  }, 300_000);

  test("a token that works again after half an hour is used at once", async () => {
    for (const { outcomes } of await simulate({ accepts: ({ second }) => second >= 1_800 })) {
      expect(
        outcomes
          .slice(1_800)
          .flat()
          .every((end) => end === "200"),
      ).toBe(true);
    }
  }, 300_000);

  test("one of three servers refuses every token: the others are used, and logins are few", async () => {
    for (const seed of seeds) {
      let requests = 0;
      const { logins, share } = await simulateRefusals({ seed, processes: count, accepts: () => requests++ % 3 !== 0 });
      expect(logins).toBeLessThanOrEqual(mostLogins);
      expect(share("200")).toBeGreaterThan(0.65);
      expect(share("login_backoff")).toBeLessThan(0.01);
    }
  }, 300_000);

  test("clocks that jump: few logins", async () => {
    const each: RefusalHour["each"] = (second, time) => {
      if (second % 60 === 0) time.sleep(second % 120 === 0 ? 86_400_000 : -86_400_000);
    };
    for (const { logins } of await simulate({ accepts: () => false, each })) {
      expect(logins).toBeLessThanOrEqual(mostLogins);
    }
  }, 300_000);
});

const minute = 60_000;

describe("wall clocks of the processes on one store differ, and every token is refused", () => {
  const skews: readonly (readonly [string, number])[] = [
    ["59 minutes fast", 59 * minute],
    ["59 minutes slow", -59 * minute],
    ["61 minutes fast", 61 * minute],
    ["61 minutes slow", -61 * minute],
    ["2 hours fast", 120 * minute],
    ["at 1970", -clockStart],
  ];
  const hour = { seed: 1, accepts: () => false };

  describe.each(byTier([2], [2, 10]))("%i processes", (count) => {
    test.each(skews)("every second clock is %s: at most 18 logins an hour", async (_, skew) => {
      const { logins } = await simulateRefusals({ ...hour, processes: count, skewOf: (index) => (index % 2) * skew });
      expect(logins).toBeLessThanOrEqual(mostLogins);
    });

    test("only the first clock is 61 minutes fast: at most 18 logins an hour", async () => {
      const skewOf = (index: number): number => (index === 0 ? 61 * minute : 0);
      const { logins } = await simulateRefusals({ ...hour, processes: count, skewOf });
      expect(logins).toBeLessThanOrEqual(mostLogins);
    });

    test("processes with clocks 2 hours fast call rarely: at most 18 logins an hour", async () => {
      let second = 0;
      const store = memoryStore();
      const time = virtualClock();
      let logins = 0;
      const worlds = Array.from({ length: count }, (_, index) => {
        const clock = { ...time.clock, now: () => time.clock.now() + (index % 2) * 120 * minute };
        const refuse: Handler = ({ operation }) =>
          operation === login ? respond(200, { token: `L${++logins}` }) : respond(401);
        return setUp(refuse, { store: { ...store, watch: () => () => undefined }, time, clock });
      });
      for (; second < 3_600; second += 30) {
        // Each process calls every 10 minutes.
        for (const [index, { session }] of worlds.entries()) {
          if ((second / 30) % 20 === index) await codeOf(session.fetch(units));
        }
        await time.advance(30_000);
      }
      expect(logins).toBeLessThanOrEqual(mostLogins);
    });
  });

  test("all clocks differ: at most 18 logins an hour", async () => {
    const skewOf = (index: number): number => skews[index]?.[1] ?? 0;
    const { logins } = await simulateRefusals({ ...hour, processes: 10, skewOf });
    expect(logins).toBeLessThanOrEqual(mostLogins);
  });
});

test("a process that starts with a clock 2 hours fast does not reset the count of logins", async () => {
  const store = memoryStore();
  const { given } = service();
  const time = virtualClock();
  const one = given({ store, time });
  for (let round = 0; round < 6; round++) {
    await codeOf(one.session.fetch(units));
    await time.advance(600_000);
  }
  const clock = { ...time.clock, now: () => time.clock.now() + 120 * minute };
  const two = given({ store, time, clock });
  for (let second = 0; second < 600; second++) {
    expect(await codeOf(two.session.fetch(units))).toBe("login_backoff");
    await time.advance(1_000);
  }
  // The first one, and two of the longer backoffs at most.
  expect(two.count(login)).toBeLessThanOrEqual(4);
  expect((await store.read())?.backoff?.unproven).toBeGreaterThanOrEqual(3);
});

test("a process that starts hours after the last login waits no longer, and few earlier logins count", async () => {
  const store = memoryStore();
  const { given } = service();
  const time = virtualClock();
  for (let day = 0; day < 10; day++) {
    const { session, count } = given({ store, time });
    expect(await codeOf(session.fetch(units))).toBe("login_backoff");
    expect(count(login)).toBe(1);
    await session.flush();
    await time.advance(86_400_000);
  }
  expect((await store.read())?.backoff?.unproven).toBe(3);
});

test("a route that always gives 401, at 100 calls a second: no login, and few questions", async () => {
  const accepts: RefusalHour["accepts"] = ({ operation }) => !operation.endsWith("7");
  const hour = { seed: 1, processes: 1, callsPerSecond: 100, seconds: 300, accepts };
  const { logins, questions, share, countEvents } = await simulateRefusals(hour);
  // The first one, and the one that did not help.
  expect(logins).toBeLessThanOrEqual(2);
  expect(questions).toBeLessThanOrEqual(31);
  expect(share("401")).toBeCloseTo(0.1);
  expect(share("200")).toBeCloseTo(0.9);
  expect(countEvents("tokens_refused")).toBe(0);
});

test("whatever a service accepts, logins are few unless tokens keep working for a minute", async () => {
  const kinds = fc.record({ chance: fc.integer({ min: 0, max: 6 }), asked: fc.integer({ min: 0, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(kinds, fc.constantFrom(1, 3), fc.nat(1_000), async ({ chance, asked }, count, seed) => {
      let state = seed;
      /** From 0 to 9, repeatable. */
      const draw = (): number => (state = (state * 1_103 + 12_345) % 65_537) % 10;
      /** What each token has been refused once stays refused at times. */
      const accepts: RefusalHour["accepts"] = ({ operation }) =>
        draw() < (operation === "GET /auth/token" ? asked : chance) && draw() < 8;
      const { logins, outcomes } = await simulateRefusals({
        seed,
        processes: count,
        seconds: 900,
        callsPerSecond: 1,
        accepts,
      });
      expect(outcomes.flat()).not.toContain("thrown");
      expect(logins).toBeLessThanOrEqual(6 + 900 / 300 + 900 / 60);
    }),
    { numRuns: byTier(5, 15) },
  );
}, 300_000);

/** Tokens work while `isWorking`; what one call did decides nothing for the next. */
function service() {
  const state = { isWorking: false, isAnswering: true, logins: 0 };
  const given = (options = {}) =>
    setUp(({ operation, token = "" }) => {
      if (operation === login) return respond(200, { token: `L${++state.logins}` });
      const isAccepted = state.isWorking || (operation === "GET /auth/token" && !state.isAnswering);
      if (operation !== "GET /auth/token") return respond(isAccepted ? 200 : 401);
      if (!state.isAnswering) return respond(503);
      return isAccepted ? respond(200, { body: { data: { token } } }) : respond(401);
    }, options);
  return { state, given };
}

describe("how many logins in a row count", () => {
  /** What the store says of logins after this many seconds of working tokens, in this many calls. */
  const countAfter = async (seconds: number, calls: number): Promise<number | undefined> => {
    const store = memoryStore();
    const { state, given } = service();
    const { session, time } = given({ store });
    await codeOf(session.fetch(units));
    state.isWorking = true;
    for (let call = 0; call < calls; call++) {
      await session.fetch(units);
      await time.advance((seconds * 1_000) / Math.max(1, calls - 1));
    }
    await session.flush();
    return (await store.read())?.backoff?.unproven;
  };

  test("tokens that keep working for a minute end the count, one success does not", async () => {
    expect(await countAfter(120, 1)).toBe(1);
    expect(await countAfter(59, 30)).toBe(1);
    expect(await countAfter(90, 30)).toBeUndefined();
  });

  test("a session whose token works writes the store once more, not with each call", async () => {
    const store = memoryStore();
    const { state, given } = service();
    state.isWorking = true;
    const { session, time } = given({ store });
    for (let second = 0; second < 200; second++) {
      await session.fetch(units);
      await time.advance(1_000);
    }
    expect((await store.read())?.rev).toBe(2);
  });

  test("a login an hour after the last one begins a new count", async () => {
    const store = memoryStore();
    const { given } = service();
    const { session, time } = given({ store });
    for (let day = 0; day < 10; day++) {
      expect(await codeOf(session.fetch(units))).toBe("login_backoff");
      await time.advance(86_400_000);
    }
    expect((await store.read())?.backoff?.unproven).toBe(1);
  });

  test("a token that worked is replaced at once, three times in a row", async () => {
    const accepted = new Set<string>();
    let serial = 0;
    const { session, count } = setUp(({ operation, token = "" }) => {
      if (operation !== login) return respond(accepted.has(token) ? 200 : 401);
      accepted.clear();
      accepted.add(`L${++serial}`);
      return respond(200, { token: `L${serial}` });
    });
    for (let restart = 0; restart < 4; restart++) {
      expect((await session.fetch(units)).status).toBe(200);
      accepted.clear();
    }
    expect(await codeOf(session.fetch(units))).toBe("login_backoff");
    expect(count(login)).toBe(4);
  });

  test("a failed login between two that do not help makes the backoff longer, too", async () => {
    let turn = 0;
    const { session, time, count } = setUp(({ operation }) => {
      if (operation !== login) return respond(401);
      return ++turn % 2 === 0 ? respond(503) : respond(200, { token: `L${turn}` });
    });
    for (let second = 0; second < 3_600; second++) {
      expect(await codeOf(session.fetch(units))).toBe("login_backoff");
      await time.advance(1_000);
    }
    expect(count(login)).toBeLessThanOrEqual(mostLogins);
  });
});

describe("a service that refuses the token of its login", () => {
  test("login(credentials) logs in all the same, and begins a new count", async () => {
    const { given } = service();
    const { session, count, events } = given();
    for (let round = 1; round <= 10; round++) {
      await session.login(credentials);
      expect(count(login)).toBe(round);
      expect(await codeOf(session.fetch(units))).toBe("login_backoff");
    }
    expect(events.filter(({ type }) => type === "tokens_refused")).toHaveLength(10);
  });

  test("login() without credentials does as well", async () => {
    const { given } = service();
    const { session, count } = given();
    for (let round = 1; round <= 10; round++) {
      await session.login();
      expect(count(login)).toBe(round);
    }
  });

  test("rejected credentials are told as such, and not sent again", async () => {
    let isRejecting = false;
    const { session, time, count } = setUp(({ operation }) => {
      if (operation !== login) return respond(401);
      return isRejecting ? respond(401) : respond(200, { token: "L1" });
    });
    expect(await codeOf(session.fetch(units))).toBe("login_backoff");
    isRejecting = true;
    await time.advance(1_000);
    for (let round = 0; round < 3; round++) {
      expect(await codeOf(session.fetch(units))).toBe("credentials_rejected");
      await time.advance(700_000);
    }
    expect(count(login)).toBe(2);
  });

  test("another process that finds the failures in the store waits as long, without a login", async () => {
    const store = memoryStore();
    const { given } = service();
    const time = virtualClock();
    const one = given({ store, time });
    for (let round = 0; round < 5; round++) {
      await codeOf(one.session.fetch(units));
      await time.advance(200_000);
    }
    await expect(one.session.fetch(units)).rejects.toMatchObject({ code: "login_backoff" });
    const two = given({ store, time });
    await expect(two.session.fetch(units)).rejects.toMatchObject({
      code: "login_backoff",
      retryAt: time.clock.now() + 450_000,
    });
    expect(two.count(login)).toBe(0);
    expect(two.events.filter(({ type }) => type === "tokens_refused")).toHaveLength(1);
  });

  test("a caller that aborts stops to wait for the question", async () => {
    const { session } = setUp(({ operation }) => {
      if (operation === login) return respond(200, { token: "L1" });
      return operation === "GET /auth/token" ? new Promise<Response>(() => undefined) : respond(401);
    });
    const controller = new AbortController();
    const pending = codeOf(session.fetch(units, { signal: controller.signal }));
    await settle();
    controller.abort("gone");
    expect(await pending).toBe("gone");
  });

  test.each([
    ["with reconcile: off", { reconcile: "off" }, true],
    ["where GET /auth/token fails", {}, false],
  ])("%s: logins back off as well", async (_, options, isAnswering) => {
    const { state, given } = service();
    state.isAnswering = isAnswering;
    const { session, time, count } = given(options);
    for (let second = 0; second < 1_000; second++) {
      expect(await codeOf(session.fetch(units))).toBe("login_backoff");
      await time.advance(1_000);
    }
    expect(count(login)).toBeLessThanOrEqual(8);
    expect(count("GET /auth/token")).toBeLessThanOrEqual(isAnswering ? 0 : 8);
  });

  test("the next stretch of refused tokens is told again", async () => {
    const { state, given } = service();
    const { session, time, events } = given();
    const told = (): number => events.filter(({ type }) => type === "tokens_refused").length;
    await codeOf(session.fetch(units));
    state.isWorking = true;
    for (let second = 0; second < 70; second++) {
      expect((await session.fetch(units)).status).toBe(200);
      await time.advance(1_000);
    }
    expect(told()).toBe(1);
    state.isWorking = false;
    await codeOf(session.fetch(units));
    expect(told()).toBe(2);
  });
});

test("a session that knows of a route which refuses its token still logs in when the token is refused everywhere", async () => {
  let serial = 0;
  const revoked = new Set<string>();
  const { session, time, count } = setUp(({ operation, token = "" }) => {
    if (operation === login) return respond(200, { token: `L${++serial}` });
    if (operation === "GET /odd" || revoked.has(token)) return respond(401);
    return operation === "GET /auth/token" ? respond(200, { body: { data: { token } } }) : respond(200);
  });
  for (let call = 0; call < 100; call++) expect((await session.fetch(`${baseUrl}/odd`)).status).toBe(401);
  expect(count("GET /auth/token")).toBeLessThanOrEqual(2);
  expect(count(login)).toBe(1);
  revoked.add("L1");
  await time.advance(10_000);
  expect((await session.fetch(units)).status).toBe(200);
  expect(count(login)).toBe(2);
});

/** Responses that do not show that the service took the token. */
const unproven: Record<string, () => Response> = {
  "out of a cache": () => respond(200, { headers: { age: "30" } }),
  redirected: () => Object.defineProperty(respond(200), "redirected", { value: true }),
  "a redirect to a sign-in page": () => respond(302, { headers: { location: "/signin" } }),
  "431, the headers are too large": () => respond(431),
  "429 of a gateway": () => respond(429),
  "503 of a gateway": () => respond(503),
};

test.each(Object.entries(unproven))("every token is refused, other responses are %s: few logins", async (_, make) => {
  let serial = 0;
  const { session, time, count } = setUp(
    ({ operation }) => {
      if (operation === login) return respond(200, { token: `L${++serial}` });
      return operation === "GET /drivers" ? make() : respond(401);
    },
    { random: () => 0 },
  );
  // A page that calls several operations every ten minutes, and one of them all the time.
  for (let second = 0; second < 3_600; second += 5) {
    for (let call = 0; second % 605 === 0 && call < 12; call++) {
      await codeOf(session.fetch(units));
      await codeOf(session.fetch(`${baseUrl}/drivers`));
    }
    await codeOf(session.fetch(`${baseUrl}/drivers`));
    await time.advance(5_000);
  }
  expect(count(login)).toBeLessThanOrEqual(mostLogins);
});

const plain: Handler = ({ operation }) => respond(200, operation === login ? { token: "L1" } : {});

const hourOf = async (act: (second: number) => void, time: ReturnType<typeof virtualClock>) => {
  for (let second = 0; second < 3_600; second++) {
    act(second);
    await time.advance(1_000);
  }
};

test("two processes on one store with rejected credentials of their own send each of them once", async () => {
  const store = memoryStore();
  let logins = 0;
  const refuse: Handler = ({ operation }) => respond(operation === login ? (logins++, 401) : 200);
  const worlds = ["old", "older"].map((password) => setUp(refuse, { store, credentials: { username: "u", password } }));
  for (let round = 0; round < 50; round++) for (const { session } of worlds) await codeOf(session.fetch(units));
  expect(logins).toBeLessThanOrEqual(2);
});

test("two processes on one store whose login functions reject the credentials call each of them once", async () => {
  const store = memoryStore();
  let logins = 0;
  const refuse = async (): Promise<string> => {
    logins++;
    throw new AuthError("credentials_rejected", "no");
  };
  const worlds = [1, 2].map(() => setUp(plain, { store, credentials: undefined, login: refuse }));
  for (let round = 0; round < 50; round++) for (const { session } of worlds) await codeOf(session.fetch(units));
  expect(logins).toBeLessThanOrEqual(2);
});

test.each(["auto", "off"] as const)(
  "one forbidden route, no GET /auth/token, reconcile %s: few logins",
  async (reconcile) => {
    let serial = 0;
    const { session, time, count } = setUp(
      ({ operation }) => {
        if (operation === login) return respond(200, { token: `L${++serial}` });
        if (operation === "GET /auth/token") return respond(404);
        return respond(operation === "GET /forbidden" ? 401 : 200);
      },
      { reconcile },
    );
    await hourOf(() => {
      void codeOf(session.fetch(units));
      void codeOf(session.fetch(`${baseUrl}/forbidden`));
    }, time);
    expect(count(login)).toBeLessThanOrEqual(18);
  },
);

test("two processes on one store: one is refused everywhere, the other one sees only a page that answers everybody", async () => {
  const time = virtualClock();
  const store = memoryStore();
  let serial = 0;
  const handler: Handler = ({ operation }) => {
    if (operation === login) return respond(200, { token: `L${++serial}` });
    return operation === "GET /page" ? new Response("<html>") : respond(401);
  };
  const [one, two] = [setUp(handler, { time, store }), setUp(handler, { time, store })];
  await hourOf(() => {
    void codeOf(one.session.fetch(`${baseUrl}/page`));
    void codeOf(two.session.fetch(units));
  }, time);
  expect(serial).toBeLessThanOrEqual(18);
});

test("a process with a clock 2 hours fast is restarted every minute, every token is refused", async () => {
  const time = virtualClock();
  const store = memoryStore();
  let serial = 0;
  const handler: Handler = ({ operation }) =>
    operation === login ? respond(200, { token: `L${++serial}` }) : respond(401);
  const fast = { ...time.clock, now: () => time.clock.now() + 7_200_000 };
  const stable = setUp(handler, { time, store });
  let other = setUp(handler, { time, store, clock: fast });
  await hourOf((second) => {
    if (second % 60 === 0) {
      void other.session[Symbol.asyncDispose]();
      other = setUp(handler, { time, store, clock: fast });
    }
    void codeOf(stable.session.fetch(units));
    void codeOf(other.session.fetch(units));
  }, time);
  expect(serial).toBeLessThanOrEqual(30);
});

test("one forbidden route: a restart of the service is noticed within a few calls", async () => {
  let good = "";
  let serial = 0;
  const { session, time } = setUp(({ operation, token = "" }) => {
    if (operation === login) return respond(200, { token: (good = `L${++serial}`) });
    if (operation === "GET /forbidden" || token !== good) return respond(401);
    return respond(200, operation === "GET /auth/token" ? { body: { data: { token } } } : {});
  });
  const failed: number[] = [];
  for (let second = 0; second < 120; second++) {
    if (second === 60) good = "none";
    void codeOf(session.fetch(`${baseUrl}/forbidden`));
    void session.fetch(units).then(({ status }) => status === 200 || failed.push(second));
    await time.advance(1_000);
  }
  expect(failed.length).toBeLessThanOrEqual(4);
});

test.each([[121], [300]])(
  "a token lives 2 minutes, calls every %i s: each login helped, nobody is locked out",
  async (every) => {
    let born = 0;
    let serial = 0;
    const time = virtualClock();
    const { session } = setUp(
      ({ operation, token }) => {
        const now = time.clock.monotonic();
        if (operation === login) return ((born = now), respond(200, { token: `L${++serial}` }));
        return respond(token === `L${serial}` && now - born < 120_000 ? 200 : 401);
      },
      { time },
    );
    const outcomes: unknown[] = [];
    for (let call = 0; call < 24; call++) {
      outcomes.push(await codeOf(session.fetch(units)));
      await time.advance(every * 1_000);
    }
    expect(outcomes.filter((one) => one !== "resolved")).toEqual([]);
  },
);

test("a login function that throws login_backoff: automatic logins back off", async () => {
  let logins = 0;
  const nested = async (): Promise<string> => {
    logins++;
    throw new AuthError("login_backoff", "the session behind this function backs off");
  };
  const { session } = setUp(plain, { credentials: undefined, login: nested });
  for (let call = 0; call < 100; call++) await codeOf(session.fetch(units));
  expect(logins).toBe(1);
});

test("the 403 of a gateway does not count as rejected credentials", async () => {
  const store = memoryStore();
  const time = virtualClock();
  let first = true;
  const handler: Handler = (seen) => {
    if (seen.operation === login && first) {
      first = false;
      return new Response("<html>", { status: 403, headers: { "content-type": "text/html" } });
    }
    return plain(seen);
  };
  await codeOf(setUp(handler, { store, time }).session.fetch(units));
  await time.advance(7 * 86_400_000);
  expect(await codeOf(setUp(handler, { store, time }).session.fetch(units))).toBe("resolved");
});

test("twenty processes on one store with rejected credentials of their own send each of them once", async () => {
  const store = memoryStore();
  let logins = 0;
  const handler: Handler = ({ operation }) => respond(operation === login ? (logins++, 401) : 200);
  const passwords = Array.from({ length: 20 }, (_, index) => `old ${index}`);
  const worlds = passwords.map((password) => setUp(handler, { store, credentials: { username: "u", password } }));
  for (let round = 0; round < 5; round++) for (const { session } of worlds) await codeOf(session.fetch(units));
  expect(logins).toBe(20);
});

test("a process whose token is refused for an hour writes the store seldom, and a hostile record is brought into bounds", async () => {
  const time = virtualClock();
  const memory = memoryStore();
  let commits = 0;
  const store: TokenStore = {
    ...memory,
    commit: (rev, next) => {
      commits++;
      return memory.commit(rev, next);
    },
  };
  const handler: Handler = ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(401));
  const { session } = setUp(handler, { time, store });
  await codeOf(session.fetch(units));
  await session.flush();
  const record = await memory.read();
  const hostile = { ...record?.backoff, doubts: Infinity, forgiven: 1e308 };
  const refused = Array.from({ length: 100_000 }, (_, index) => String(index));
  const rev = (record?.rev ?? 0) + 1;
  await memory.commit(rev - 1, { ...record, rev, backoff: hostile, refused } as SessionRecord);
  commits = 0;
  await hourOf(() => void codeOf(session.fetch(units)), time);
  expect(commits).toBeLessThanOrEqual(60);
  expect((await memory.read())?.refused?.length).toBeLessThanOrEqual(8);
});
