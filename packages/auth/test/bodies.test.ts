import * as fc from "fast-check";
import NodeFormData from "form-data";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { TokenSession } from "../src/index.ts";
import { codeOf } from "./support/deferred.ts";
import { baseUrl, respond, setUp, ways } from "./support/fake-service.ts";

const units = `${baseUrl}/units`;
const login = "POST /auth/login";
const plainHeaders = { "x-a": "1" };

/** A body, and a way to change it. */
type Changing = readonly [body: BodyInit, change: () => void];

/** A form with two fields, each on a line of its own; without the boundary two equal forms have equal text. */
function form(): FormData {
  const data = new FormData();
  data.set("name", "van 7");
  data.set("file", new File(["abc"], "a.txt"));
  return data;
}

const bytes = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode("some bytes of a body");

const changes: Record<string, () => Changing> = {
  "a typed array that is overwritten": () => {
    const body = bytes();
    return [body, () => void body.fill(0)];
  },
  "a typed array with two bits flipped": () => {
    const body = new Float32Array([1, 2, 3, 4]);
    return [body, () => void body.set([-1, -2])];
  },
  "a view of a buffer whose bytes are swapped": () => {
    const body = bytes();
    return [new DataView(body.buffer, 1, 9), () => void body.set(body.toReversed())];
  },
  "an ArrayBuffer that is transferred": () => {
    const body = bytes().buffer;
    return [body, () => void structuredClone(body, { transfer: [body] })];
  },
  "a view of a buffer that is transferred": () => {
    const body = bytes();
    return [body, () => void structuredClone(body.buffer, { transfer: [body.buffer] })];
  },
  "a resizable buffer that shrinks": () => {
    // Younger than the library of types that this package is compiled with.
    const options: object = { maxByteLength: 16 };
    const buffer: ArrayBuffer & { resize?(length: number): void } = Reflect.construct(ArrayBuffer, [8, options]);
    return [new Uint8Array(buffer, 4, 4), () => buffer.resize?.(2)];
  },
  "a buffer of another realm that is overwritten": () => {
    const body: ArrayBuffer = runInNewContext("new Uint8Array([1, 2, 3]).buffer");
    return [new Uint8Array(body), () => void new Uint8Array(body).fill(9)];
  },
  "a FormData that is appended to": () => {
    const body = form();
    return [body, () => body.append("more", "1")];
  },
  "a FormData that is emptied": () => {
    const body = form();
    return [body, () => void [...body.keys()].map((key) => body.delete(key))];
  },
  "URLSearchParams that are changed": () => {
    const body = new URLSearchParams({ a: "1 2" });
    return [body, () => body.set("a", "3")];
  },
};

/** Ways to make a call. */
const calls: Record<string, (session: TokenSession, body: BodyInit) => Promise<Response>> = {
  "a text and plain headers": (session, body) => session.fetch(units, { method: "POST", headers: plainHeaders, body }),
  "a URL": (session, body) => session.fetch(new URL(units), { method: "POST", body }),
  "a Request of the session": (session, body) => session.fetch(new session.Request(units, { method: "POST", body })),
};

/** Text of a body, in which the boundaries of forms are equal. */
const textOf = async (request: Request | Response): Promise<string> => {
  const type = /boundary=(.+)$/.exec(request.headers.get("content-type") ?? "")?.[1];
  const text = Buffer.from(await request.clone().arrayBuffer()).toString("latin1");
  return type ? text.replaceAll(type, "boundary") : text;
};

/** A service that refuses `expired`, and changes the body at one moment. */
function world(at: "login" | "call", change: () => void) {
  const bodies: string[] = [];
  const given = setUp(async ({ operation, request, token }) => {
    if (operation === login) {
      if (at === "login") change();
      return respond(200, { token: "L1" });
    }
    bodies.push(await textOf(request));
    if (at === "call") change();
    return respond(token === "expired" ? 401 : 200);
  });
  return { ...given, bodies };
}

describe.each(Object.entries(changes))("%s", (_what, make) => {
  describe.each(Object.entries(calls))("given with %s", (_how, call) => {
    test("after it was sent: it is repeated as it was, or not at all with the reason", async () => {
      const [body, change] = make();
      const original = await textOf(new Response(body));
      const { session, events, bodies } = world("call", change);
      session.adopt("expired");
      const response = await call(session, body);
      expect(new Set(bodies)).toEqual(new Set([original]));
      expect(response.status).toBe(bodies.length === 2 ? 200 : 401);
      const skipped = events.filter(({ type }) => type === "replay_skipped");
      expect(skipped).toEqual(bodies.length === 2 ? [] : [{ type: "replay_skipped", why: "changed" }]);
      // The next call finds a token that works.
      expect(session.stats().logins).toBe(1);
    });

    test("while the call waits for a login: it is sent as it was, or not at all with the reason", async () => {
      const [body, change] = make();
      const original = await textOf(new Response(body));
      const { session, bodies, count } = world("login", change);
      const outcome = await codeOf(call(session, body));
      expect(outcome).toBe(bodies.length === 1 ? "resolved" : "replay_impossible");
      expect(bodies.every((text) => text === original)).toBe(true);
      expect(count("GET /auth/token")).toBe(0);
      expect(session.snapshot().inFlight).toBe(0);
    });
  });

  test("between the making of a Request and the call: it is sent as it was", async () => {
    const [body, change] = make();
    const original = await textOf(new Response(body));
    const { session, bodies } = world("login", () => undefined);
    session.adopt("T0");
    const request = new session.Request(units, { method: "POST", body });
    change();
    expect((await session.fetch(request)).status).toBe(200);
    expect(bodies).toEqual([original]);
  });

  test.each(ways)("through the $name", async (way) => {
    const [body, change] = make();
    const original = await textOf(new Response(body));
    const { session, fetch, bodies } = world("call", change);
    session.adopt("expired");
    await way.open(session, fetch)("/units", { method: "POST", body });
    expect(new Set(bodies)).toEqual(new Set([original]));
  });
});

test("whatever is done to a buffer, wherever: no call sends other bytes than it was given", async () => {
  const moment = fc.constantFrom("login", "call") as fc.Arbitrary<"login" | "call">;
  const edit = fc.record({ index: fc.nat(40), value: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.array(edit, { maxLength: 4 }),
      moment,
      fc.constantFrom(...Object.values(calls)),
      async (content, edits, at, call) => {
        const body = new Uint8Array(content);
        const original = Buffer.from(content).toString("latin1");
        const { session, bodies } = world(at, () => {
          for (const { index, value } of edits) body[index % body.length] = value;
        });
        if (at === "call") session.adopt("expired");
        await codeOf(call(session, body));
        for (const text of bodies) expect(text).toBe(original);
        // What was not changed is repeated.
        if (Buffer.from(body).toString("latin1") === original) expect(bodies.length).toBe(at === "call" ? 2 : 1);
      },
    ),
    { numRuns: 300 },
  );
});

describe("a body that may be read once only is sent once", () => {
  const once: Record<string, () => unknown> = {
    "a form of the package form-data": () => {
      const data = new NodeFormData();
      data.append("a", "1");
      return data;
    },
    "a stream of Node": () => Readable.from(["abc"]),
    "a stream of the standard": () => new Blob(["abc"]).stream(),
    "an async generator": async function* generate() {
      yield new TextEncoder().encode("abc");
    },
    "an object of an unknown class": () => ({ uri: "file:///a.png" }),
    "a form without iteration, as React Native has it": () =>
      Object.defineProperty(new FormData(), Symbol.iterator, { value: undefined }),
  };
  test.each(Object.entries(once))("%s", async (_what, make) => {
    const given = make();
    const body = typeof given === "function" ? given() : given;
    const sent: unknown[] = [];
    const { session, events } = setUp(() => respond(500), {
      fetch: async (input, init) => {
        if (String(input).endsWith("/auth/login")) return respond(200, { token: "L1" });
        sent.push(init?.body);
        return respond(401);
      },
    });
    session.adopt("expired");
    const response = await session.fetch(units, { method: "POST", body, duplex: "half" } as RequestInit);
    expect(response.status).toBe(401);
    expect(sent).toEqual([body]);
    expect(events).toContainEqual({ type: "replay_skipped", why: "stream" });
    expect(session.stats().logins).toBe(1);
  });
});
