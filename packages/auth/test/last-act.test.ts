import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memoryStore, type Credentials } from "../src/index.ts";
import { codeOf } from "./support/code-of.ts";
import { respond, baseUrl, fakeService, setUp } from "./support/fake-service.ts";
import { deferred, settle, type Deferred } from "./support/deferred.ts";
import { fingerprintOf } from "./support/fingerprint-of.ts";

const timeoutMs = 15_000;
const login = "POST /auth/login";

/** What happens next: an act of the application, or something that it waits for. */
const step: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("login a", "login b", "login", "logout", "fetch", "fetch") },
  { weight: 3, arbitrary: fc.constantFrom("credentials", "no credentials", "token", "token", "refusal", "failure") },
  { weight: 1, arbitrary: fc.constantFrom("1000", "14999", "15000") },
);

/** A session whose credentials and logins settle only when a step says so. */
function world(heedsSignals: boolean, withStore: boolean) {
  const asked: Deferred<Credentials>[] = [];
  const logins: { readonly user: string; readonly act: number; readonly response: Deferred<Response> }[] = [];
  const store = withStore ? memoryStore() : undefined;
  // Grows with every act that supersedes.
  let act = 0;
  const service = fakeService(async ({ operation, request, token }) => {
    if (operation === "POST /auth/logout") return respond(204);
    if (operation !== login) return respond(token === undefined ? 401 : 200);
    const { username }: Credentials = await request.json();
    const one = { user: username, act, response: deferred<Response>() };
    logins.push(one);
    return one.response.promise;
  });
  const { session, events, time } = setUp(() => respond(500), {
    store,
    fetch: (input, init) => service.fetch(input, heedsSignals ? init : { ...init, signal: null }),
    credentials: () => {
      const one = deferred<Credentials>();
      asked.push(one);
      return one.promise;
    },
  });
  const issued = new Map<string, number>();
  session.subscribe((event) => {
    if (event.type !== "token") return;
    // The token of a login is held only if no later act superseded it.
    expect(issued.get(event.fingerprint)).toBe(act);
  });
  return {
    session,
    events,
    time,
    store,
    supersede: () => void act++,
    settleCredentials(given: boolean): void {
      const one = asked.shift();
      if (given) one?.resolve({ username: "c", password: "p" });
      else one?.reject(new Error("cancelled"));
    },
    settleLogin(status: number): void {
      const one = logins.shift();
      if (!one) return;
      const token = `${one.user}${issued.size}`;
      issued.set(fingerprintOf(token), one.act);
      one.response.resolve(respond(status, status === 200 ? { token } : {}));
    },
  };
}

test("every promise settles in time and the last explicit act decides, in any order of events", async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, heeds, stored) => {
        const { session, events, time, store, ...control } = world(heeds, stored);
        const outcomes: { readonly kind: string; result: unknown }[] = [];
        const watch = (kind: string, promise: Promise<unknown>): { result: unknown } => {
          const outcome: (typeof outcomes)[number] = { kind, result: undefined };
          outcomes.push(outcome);
          void codeOf(promise).then((result) => (outcome.result = result));
          return outcome;
        };
        let last: { readonly kind: string; readonly outcome: { result: unknown } } | undefined;
        for (const kind of steps) {
          const user = /^login (.)$/.exec(kind)?.[1];
          if (user !== undefined) {
            const joins = last?.kind === kind && last.outcome.result === undefined;
            if (!joins) control.supersede();
            last = { kind, outcome: watch(kind, session.login({ username: user, password: "p" })) };
          } else if (kind === "logout") {
            control.supersede();
            last = { kind, outcome: watch(kind, session.logout()) };
          } else if (kind === "login") watch(kind, session.login());
          else if (kind === "fetch") watch(kind, session.fetch(`${baseUrl}/units`));
          else if (kind.endsWith("credentials")) control.settleCredentials(kind === "credentials");
          else if (kind === "token") control.settleLogin(200);
          else if (kind === "refusal") control.settleLogin(401);
          else if (kind === "failure") control.settleLogin(503);
          else await time.advance(Number(kind));
          await settle();
        }
        await time.advance(timeoutMs);
        await settle();
        expect(outcomes.filter(({ result }) => result === undefined)).toEqual([]);
        expect(time.pending()).toBe(0);
        expect(events.filter(({ type }) => type === "hook_error")).toEqual([]);
        await session.flush();
        const { status } = session.snapshot();
        const record = await store?.read();
        if (last?.kind === "logout" && !steps.slice(steps.lastIndexOf("logout")).includes("login")) {
          decided++;
          expect(status).toBe("logged_out");
          expect(record?.token ?? null).toBeNull();
        } else if (last?.outcome.result === "resolved" && last.kind !== "logout") {
          decided++;
          const token = await session.getToken();
          if (!steps.slice(steps.lastIndexOf(last.kind)).includes("login")) expect(token[0]).toBe(last.kind.at(-1));
          if (store) expect(record?.token).toBe(token);
        }
        await session[Symbol.asyncDispose]();
      },
    ),
    { numRuns: 400 },
  );
  expect(decided).toBeGreaterThan(20);
});
