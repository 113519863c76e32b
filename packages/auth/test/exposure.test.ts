import { describe, expect, test } from "vitest";
import { createAuth, type AuthEvent } from "../src/index.ts";
import { rotatingServer } from "../src/testing/index.ts";
import { respond, baseUrl, setUp, type RespondOptions } from "./support/fake-service.ts";
import { settle } from "./support/deferred.ts";

const reconcile = "GET /auth/token";
const notExposed = { type: "token_not_exposed" };

/** A response as the platform shows it to a page: of the same origin, or of another one. */
const as = (type: ResponseType, response: Response): Response =>
  Object.defineProperty(response, "type", { value: type });

/** Reconciles once; returns the types of the events. */
async function reconcileOnce(type: ResponseType, init: RespondOptions, status = 200) {
  const given = setUp(({ operation }) => as(type, operation === reconcile ? respond(status, init) : respond(200)));
  given.session.adopt("T0");
  await given.session.refresh();
  await settle();
  return { ...given, types: given.events.map((event) => event.type) };
}

const bodyOf = (token: string): RespondOptions => ({ body: { data: { token: `bearer ${token}` } } });

describe("a rotation that a page of another origin cannot see", () => {
  test("a reconcile brings a newer token in its body, and no header: told, once, and the token is taken", async () => {
    const { session, events } = await reconcileOnce("cors", bodyOf("T1"));
    expect(await session.getToken()).toBe("T1");
    expect(events.filter(({ type }) => type === "token_not_exposed")).toEqual([notExposed]);
    expect(JSON.stringify(events)).not.toMatch(/"T[01]"/);
  });

  test.each<[string, ResponseType, RespondOptions, number?]>([
    ["the header is there", "cors", { ...bodyOf("T1"), token: "T1" }],
    ["the body has the held token: nothing was hidden", "cors", bodyOf("T0")],
    ["the page is of the same origin: the service sends no header there", "basic", bodyOf("T1")],
    ["outside of pages", "default", bodyOf("T1")],
    ["the reconcile failed", "cors", {}, 503],
    ["the body has no token", "cors", {}],
  ])("not told: %s", async (_, type, init, status) => {
    const { types } = await reconcileOnce(type, init, status);
    expect(types).not.toContain("token_not_exposed");
  });

  test("calls alone say nothing: a service need not send a token with each response", async () => {
    const { session, events } = setUp(() => as("cors", respond(200)));
    session.adopt("T0");
    for (let index = 0; index < 5; index++) await session.fetch(`${baseUrl}/units`);
    await settle();
    expect(events.map(({ type }) => type)).toEqual(["token"]);
  });

  test("a service that rotates, and hides it: the session still gets the newest token, by a reconcile", async () => {
    const server = rotatingServer({ firstToken: "T0", policy: "chain", fault: () => ({ kind: "hide_token" }) });
    const session = createAuth({ baseUrl: server.baseUrl, fetch: server.fetch });
    const events: AuthEvent[] = [];
    session.subscribe((event) => void events.push(event));
    session.adopt("T0");
    await session.fetch(`${server.baseUrl}/units`);
    expect(await session.getToken()).toBe("T0");
    server.rotate();
    expect(await session.refresh()).toBe(true);
    expect(await session.getToken()).toBe(server.newest());
    await settle();
    expect(events.map(({ type }) => type)).toContain("token_not_exposed");
  });
});
