import { expectTypeOf, test } from "vitest";
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
import { baseUrl } from "./support/fake-service.ts";

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
