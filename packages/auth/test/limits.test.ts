import { describe, expect, test } from "vitest";
import { Readable } from "node:stream";
import { baseUrl, respond, setUp } from "./support/fake-service.ts";

const units = `${baseUrl}/units`;
const reconcile = "GET /auth/token";

/** A body without an end. `sent` counts its bytes, `isEnded` says whether the reader let it go. */
function endless() {
  const state = { sent: 0, isEnded: false };
  const chunk = new TextEncoder().encode(" ".repeat(16_384));
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.sent > 10_000_000) throw new Error("read without a limit");
      state.sent += chunk.length;
      controller.enqueue(chunk);
    },
    cancel: () => void (state.isEnded = true),
  });
  return { state, stream };
}

describe("a body that is larger than any token", () => {
  test("of GET /auth/token: 64 kB are read, then the body is cancelled and the reconcile has failed", async () => {
    const { state, stream } = endless();
    const { session, events } = setUp(({ operation }) =>
      operation === reconcile ? new Response(stream) : respond(200),
    );
    session.adopt("T0");
    expect(await session.refresh()).toBe(false);
    expect(events).toContainEqual({ type: "token_malformed", length: 65_536 });
    expect(state.isEnded).toBe(true);
    expect(state.sent).toBeLessThan(200_000);
    expect(await session.getToken()).toBe("T0");
  });

  test("of GET /auth/token as a stream of Node: as much is read", async () => {
    let sent = 0;
    async function* chunks(): AsyncGenerator<Buffer> {
      for (; sent < 10_000_000; sent += 16_384) yield Buffer.alloc(16_384, " ");
    }
    const body = Readable.from(chunks());
    const { session } = setUp(({ operation }) =>
      Object.defineProperty(respond(200), "body", { value: operation === reconcile ? body : null }),
    );
    session.adopt("T0");
    expect(await session.refresh()).toBe(false);
    expect(sent).toBeLessThan(500_000);
    expect(body.destroyed).toBe(true);
  });

  test("of a login: nothing is read, and the body is cancelled", async () => {
    const { state, stream } = endless();
    const { session } = setUp(() => new Response(stream, { headers: { authorization: "bearer L1" } }));
    await session.login();
    expect(await session.getToken()).toBe("L1");
    expect(state.isEnded).toBe(true);
    expect(state.sent).toBeLessThan(200_000);
  });

  test("that comes slowly: the reading ends in time, and the body is cancelled", async () => {
    let isEnded = false;
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":')),
      cancel: () => void (isEnded = true),
    });
    const { session, time } = setUp(({ operation }) => (operation === reconcile ? new Response(stream) : respond(200)));
    session.adopt("T0");
    const refreshed = session.refresh();
    await time.advance(15_000);
    expect(await refreshed).toBe(false);
    expect(isEnded).toBe(true);
  });

  test("a body of many pieces is read whole, wherever they are cut", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ data: { token: "T1", name: "naïve 🚚" } }));
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    const stream = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    const { session } = setUp(({ operation }) => (operation === reconcile ? new Response(stream) : respond(200)));
    session.adopt("T0");
    expect(await session.refresh()).toBe(true);
    expect(await session.getToken()).toBe("T1");
  });
});

describe("a token that makes the headers larger than the service accepts", () => {
  const large = `L${"x".repeat(8_000)}`;
  const world = () =>
    setUp(({ operation, token = "" }) => {
      if (operation === "POST /auth/login") return respond(200, { token: large });
      if (token.length > 4_096) return respond(431);
      return token === "expired" ? respond(401) : respond(200, { token: large });
    });
  const event = { type: "headers_too_large", tokenLength: 8_001 };

  test("each response says so by an event, and nobody logs in again", async () => {
    const { session, events, count } = world();
    session.adopt("T0");
    expect((await session.fetch(units)).status).toBe(200);
    for (let call = 0; call < 3; call++) expect((await session.fetch(units)).status).toBe(431);
    expect(await session.refresh()).toBe(false);
    expect(events.filter(({ type }) => type === "headers_too_large")).toEqual([event, event, event, event]);
    expect(count("POST /auth/login")).toBe(0);
  });

  test("the token of a login: the call gets the 431 after one login", async () => {
    const { session, events, count } = world();
    session.adopt("expired");
    for (let call = 0; call < 3; call++) expect((await session.fetch(units)).status).toBe(431);
    expect(count("POST /auth/login")).toBe(1);
    expect(events).toContainEqual(event);
  });

  test("a 431 to a call without a token says nothing of the token", async () => {
    const { session, events } = setUp(() => respond(431), { credentials: undefined });
    await session.fetch(`${baseUrl}/tests/ping`);
    expect(events).toEqual([]);
  });
});
