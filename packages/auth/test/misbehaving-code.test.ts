/** Functions of the application, its store and its platform that throw, reject or wait where they should not. */
import { expect, onTestFinished, test } from "vitest";
import { memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, type Handler, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
/** The errors that would end the program, until the test is over. */
function errorsOf(event: "unhandledRejection" | "uncaughtException"): string[] {
  const errors: string[] = [];
  const note = (error: unknown): void => void errors.push(String(error));
  process.on(event, note);
  onTestFinished(() => void process.off(event, note));
  return errors;
}

const plain: Handler = ({ operation }) => respond(200, operation === login ? { token: "L1" } : {});

test.each<[string, () => unknown]>([
  ["whose watch is async", async () => () => undefined],
  [
    "whose unwatch throws",
    () => () => {
      throw new Error("unwatch");
    },
  ],
])("a store %s is closed all the same", async (_, watch) => {
  let closed = 0;
  const store = { ...memoryStore(), watch, close: async () => void closed++ } as unknown as TokenStore;
  const { session } = setUp(plain, { store });
  await session.fetch(units);
  await codeOf(session[Symbol.asyncDispose]());
  expect(closed).toBe(1);
});

test("an async watch, or compare, that rejects is no unhandled rejection", async () => {
  const unhandled = errorsOf("unhandledRejection");
  const store = {
    ...memoryStore(),
    watch: async () => {
      throw new Error("watch");
    },
  } as unknown as TokenStore;
  const compare = (async () => {
    throw new Error("compare");
  }) as never;
  let serial = 0;
  const { session } = setUp(() => respond(200, { token: `T${++serial}` }), { store, compare });
  await session.fetch(units);
  await settle();
  expect(unhandled).toEqual([]);
});

test("dispose does not quote the error of a store's close", async () => {
  const store = {
    ...memoryStore(),
    close: async () => {
      throw new Error("SECRET-TOKEN");
    },
  };
  const { session } = setUp(plain, { store });
  await session.fetch(units);
  const error: unknown = await session[Symbol.asyncDispose]().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "store_unavailable", message: "token store: close failed (Error)" });
});

test("a fetch whose error mentions AbortSignal is called once for each login", async () => {
  let logins = 0;
  const { session } = setUp(plain, {
    fetch: async (input, init) => {
      logins += new Request(input, init).method === "POST" ? 1 : 0;
      throw new Error("proxy: AbortSignal.timeout(5000) fired");
    },
  });
  await codeOf(session.fetch(units));
  expect(logins).toBe(1);
});

test("a body whose reader throws at cancel() does not end the program when a reconcile times out", async () => {
  const uncaught = errorsOf("uncaughtException");
  const body = {
    getReader: () => ({
      read: () => new Promise(() => undefined),
      cancel() {
        throw new Error("locked");
      },
    }),
  };
  const { session, time } = setUp((seen) =>
    seen.operation === "GET /auth/token" ? Object.defineProperty(respond(200), "body", { value: body }) : plain(seen),
  );
  await session.getToken();
  const done = session.refresh();
  await time.advance(20_000);
  await done;
  await settle();
  expect(uncaught).toEqual([]);
});

test("optionalOperations with a path that cannot be decoded: invalid_option", () => {
  const make = (): unknown => setUp(plain, { optionalOperations: [{ method: "GET", path: "/100%" }] });
  expect(make).toThrow(expect.objectContaining({ code: "invalid_option" }));
});

test("a store of the application that keeps one object: a login elsewhere is not overwritten", async () => {
  let kept: SessionRecord | undefined;
  const listeners = new Set<() => void>();
  const store: TokenStore = {
    read: async () => kept,
    commit: async (rev, next) => {
      if ((kept?.rev ?? 0) !== rev) return false;
      kept = Object.assign(kept ?? {}, next);
      for (const heard of listeners) heard();
      return true;
    },
    withLock: async (_name, _options, work) => work(),
    watch: (changed) => (listeners.add(changed), () => void listeners.delete(changed)),
  };
  const open = (username: string) =>
    setUp(({ operation }) => respond(200, operation === login ? { token: `T-${username}` } : {}), {
      store,
      credentials: { username, password: "p" },
    });
  const [anna, ben] = [open("anna"), open("ben")];
  await anna.session.login();
  await anna.session.flush();
  await ben.session.login({ username: "ben", password: "p" });
  await ben.session.flush();
  await settle();
  expect({ stored: kept?.token, anna: await codeOf(anna.session.fetch(units)) }).toEqual({
    stored: "T-ben",
    anna: "user_changed",
  });
});
