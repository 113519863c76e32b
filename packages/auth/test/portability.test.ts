import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import {
  type AuthError,
  type AuthErrorCode,
  type AuthEvent,
  type AuthOptions,
  createAuth,
  isAuthError,
  type KeepAliveOptions,
  memoryStore,
  type SessionRecord,
  type TokenSession,
  type TokenStore,
} from "../src/index.ts";
import { cookieStore } from "../src/stores/cookie/cookie-store.ts";
import { webStore } from "../src/stores/web/web-store.ts";
import { settle } from "./support/deferred.ts";
import { baseUrl, credentials, respond, setUp, ways } from "./support/fake-service.ts";

/** The modules that one module needs at run time, itself included. */
async function reach(start: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open = [new URL(start, import.meta.url).href];
  for (let href = open.pop(); href !== undefined; href = open.pop()) {
    if (found.has(href)) continue;
    if (href.startsWith("node:")) {
      found.set(href, "");
      continue;
    }
    const text = await readFile(new URL(href), "utf8");
    found.set(href, text);
    for (const [, clause = "", from = ""] of text.matchAll(/^(?:im|ex)port ([^;]*?) ?from "([^"]+)";$/gms)) {
      const names = clause
        .replace(/[{}]/g, "")
        .split(",")
        .filter((name) => name.trim() !== "");
      if (clause.startsWith("type ") || names.every((name) => name.trim().startsWith("type "))) continue;
      const target = from === "@fleet-api/http" ? new URL("../../http/src/index.ts", import.meta.url) : undefined;
      open.push(target?.href ?? (from.startsWith(".") ? new URL(from, href).href : from));
    }
  }
  return found;
}

const foreignName = /\b(node:|window|document|localStorage|sessionStorage|navigator|indexedDB|process|Buffer)\b/;
const bare = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");

describe("what the main entry needs", () => {
  test("the main entry imports no Node, no package but @fleet-api/http, no store, and uses nothing that only a page has", async () => {
    const modules = await reach("../src/index.ts");
    expect(modules.size).toBeGreaterThan(10);
    for (const [href, text] of modules) {
      expect(href).toMatch(/\/packages\/[\w-]+\/src\/(?!stores\/(?!memory\/|shared\/)|testing\/)[\w/-]+\.ts$/);
      const [foreign] = foreignName.exec(bare(text)) ?? [];
      expect({ href, foreign }).toEqual({ href, foreign: undefined });
    }
  });

  test.each(["stores/encrypted/encrypted.ts", "stores/cookie/cookie-store.ts", "testing/index.ts"])(
    "%s imports no Node",
    async (path) => {
      const modules = await reach(`../src/${path}`);
      expect([...modules.keys()].filter((href) => href.startsWith("node:"))).toEqual([]);
    },
  );

  test("the check sees Node modules where there are some", async () => {
    expect([...(await reach("../src/stores/file/file-store.ts")).keys()]).toContain("node:fs/promises");
  });

  test("one product: there is one way to make a session, and no entry beside it", async () => {
    const names = Object.keys(await import("../src/index.ts"));
    expect(names).toContain("createAuth");
    for (const gone of ["createSession", "keepAlive", "connectStore", "orderWith", "renewWith", "loginWith"]) {
      expect(names).not.toContain(gone);
    }
    const { exports } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    const other = Object.keys(exports).filter((entry) => !/^\.(\/stores\/\w+|\/testing|\/package\.json)?$/.test(entry));
    expect(other).toEqual([]);
  });
});

describe("a platform that lacks what others have", () => {
  afterEach(() => void vi.unstubAllGlobals());
  afterEach(() => void vi.restoreAllMocks());

  test("a session works without channels, locks, subtle crypto, unref of timers and page events", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    vi.stubGlobal("navigator", undefined);
    vi.stubGlobal("crypto", { getRandomValues: (array: Uint32Array) => array.fill(7) });
    vi.stubGlobal("addEventListener", undefined);
    vi.stubGlobal("setTimeout", () => 1);
    vi.stubGlobal("clearTimeout", () => undefined);
    await using session = createAuth({
      baseUrl,
      credentials,
      store: memoryStore(),
      keepAlive: true,
      fetch: async (input) => respond(200, String(input).endsWith("/login") ? { token: "L1" } : {}),
    });
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    await session.flush();
    expect(await session.getToken()).toBe("L1");
  });

  test("a session works without URL.canParse and AbortSignal.any (Safari 16)", async () => {
    const Older = class extends URL {};
    Object.defineProperties(Older, { canParse: { value: undefined }, parse: { value: undefined } });
    vi.stubGlobal("URL", Older);
    vi.spyOn(AbortSignal, "any").mockImplementation(() => expect.unreachable("AbortSignal.any is used"));
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => expect.unreachable("AbortSignal.timeout is used"));
    const stores = [
      webStore({ name: "older", platform: {} }),
      cookieStore({ get: () => null, set: () => undefined }),
      memoryStore(),
    ];
    for (const store of stores) {
      await using session = createAuth({
        baseUrl,
        credentials,
        store,
        fetch: async (input) => respond(200, String(input).endsWith("/login") ? { token: "L1" } : {}),
      });
      expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
      expect((await session.fetch(new URL(`${baseUrl}/units`))).status).toBe(200);
      await session.flush();
      expect(await session.getToken()).toBe("L1");
    }
    expect(() => createAuth({ baseUrl: "no url" })).toThrow("absolute http(s) URL");
  });

  test.each([
    ["crypto", undefined],
    ["crypto.getRandomValues", {}],
  ])("without %s, createAuth says what is missing and what to do", (_missing, crypto) => {
    vi.stubGlobal("crypto", crypto);
    expect(() => createAuth({ baseUrl })).toThrow(
      expect.objectContaining({
        code: "invalid_option",
        message: "no crypto.getRandomValues: add a polyfill, or give newId",
      }),
    );
    expect(() => createAuth({ baseUrl, newId: () => "1" })).not.toThrow();
  });

  test("the platform's steady clock is used when the given clock has none", async () => {
    const { session } = setUp(() => respond(200), { clock: { now: () => 0 } });
    session.adopt("T0");
    expect(session.snapshot().ageMs).toBeGreaterThanOrEqual(0);
  });
});

test("calls of openapi-fetch that share an id are not mixed up", async () => {
  const chance = vi.spyOn(Math, "random").mockReturnValue(0.5);
  try {
    const gates = new Map<string, (response: Response) => void>();
    const { session, fetch } = setUp(
      ({ operation, token }) =>
        new Promise<Response>((resolve) => {
          if (operation === "POST /auth/login") return resolve(respond(200, { token: "L1" }));
          if (token === "L1") return resolve(respond(200, { body: { operation } }));
          gates.set(operation, resolve);
        }),
    );
    session.adopt("T0");
    const call = ways[1]?.open(session, fetch);
    const calls = ["/a", "/b"].map((path) => call?.(path));
    await settle();
    expect(gates.size).toBe(2);
    gates.get("GET /b")?.(respond(200, { body: { operation: "GET /b" } }));
    gates.get("GET /a")?.(respond(401));
    const bodies = await Promise.all(calls.map(async (one) => (await one)?.json()));
    expect(bodies).toEqual([{ operation: "GET /a" }, { operation: "GET /b" }]);
    expect(session.snapshot().inFlight).toBe(0);
  } finally {
    chance.mockRestore();
  }
});

test("options: only the base URL is needed, and every other one is optional", () => {
  expectTypeOf<{ baseUrl: string }>().toExtend<AuthOptions>();
  expectTypeOf<object>().not.toExtend<AuthOptions>();
  expectTypeOf(createAuth).parameter(0).toEqualTypeOf<AuthOptions>();
  expectTypeOf<AuthOptions["store"]>().toEqualTypeOf<TokenStore | undefined>();
  expectTypeOf<AuthOptions["maxWaiters"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<AuthOptions["reconcile"]>().toEqualTypeOf<"auto" | "off" | undefined>();
  expectTypeOf<AuthOptions["keepAlive"]>().toEqualTypeOf<boolean | KeepAliveOptions | undefined>();
  createAuth({ baseUrl, keepAlive: { everyMs: 1_000 }, store: memoryStore() });
  createAuth({ baseUrl, keepAlive: true });
  // @ts-expect-error a period, not a word
  const unfinished: AuthOptions = { baseUrl, keepAlive: "daily" };
  // @ts-expect-error an option that does not exist
  const misspelt: AuthOptions = { baseUrl, keepalive: true };
  // @ts-expect-error credentials need both
  const half: AuthOptions = { baseUrl, credentials: { username: "demo.operator" } };
  expectTypeOf([unfinished, misspelt, half]).not.toBeAny();
});

test("credentials may be a value, or a function that gets it now or later", () => {
  expectTypeOf<{
    baseUrl: string;
    credentials: () => { username: string; password: string };
  }>().toExtend<AuthOptions>();
  expectTypeOf<{
    baseUrl: string;
    credentials: () => Promise<{ username: string; password: string }>;
  }>().toExtend<AuthOptions>();
  expectTypeOf<{ baseUrl: string; credentials: undefined }>().toExtend<AuthOptions>();
});

test("a session is async disposable, and nothing in it can be put another in place", () => {
  expectTypeOf<TokenSession>().toExtend<AsyncDisposable>();
  expectTypeOf<ReturnType<TokenSession["getToken"]>>().toEqualTypeOf<Promise<string>>();
  expectTypeOf<ReturnType<TokenSession["logout"]>>().toEqualTypeOf<Promise<{ readonly remote: boolean }>>();
  expectTypeOf<ReturnType<TokenSession["subscribe"]>>().toEqualTypeOf<() => void>();
  const change = (session: TokenSession): void => {
    // @ts-expect-error read-only
    session.fetch = fetch;
  };
  expectTypeOf(change).toBeFunction();
});

test("events are told apart by type, and have no token", () => {
  const read = (event: AuthEvent): unknown => {
    if (event.type === "login_backoff") expectTypeOf(event.until).toEqualTypeOf<number>();
    if (event.type === "token") expectTypeOf(event.why).toEqualTypeOf<"login" | "rotated" | "adopted" | "reconciled">();
    if (event.type === "store_error") expectTypeOf(event.error).toEqualTypeOf<AuthError>();
    // @ts-expect-error no event holds one
    return event.token;
  };
  expectTypeOf(read).toBeFunction();
});

test("isAuthError narrows, and knows its codes", () => {
  const read = (error: unknown): void => {
    if (isAuthError(error, "login_backoff")) expectTypeOf(error.retryAt).toEqualTypeOf<number | undefined>();
    // @ts-expect-error no such code
    isAuthError(error, "login_backof");
  };
  expectTypeOf(read).toBeFunction();
  expectTypeOf<"too_many_waiters" | "replay_impossible">().toExtend<AuthErrorCode>();
});

test("a record of a store has what every store must keep", () => {
  expectTypeOf<SessionRecord["token"]>().toEqualTypeOf<string | null>();
  expectTypeOf<TokenStore["commit"]>().parameters.toEqualTypeOf<[expectedRev: number, next: SessionRecord]>();
});
