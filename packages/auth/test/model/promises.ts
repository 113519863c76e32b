import { inspect } from "node:util";
import { type AuthErrorCode, isAuthError } from "../../src/index.ts";
import { settle } from "../support/deferred.ts";
import { Planned } from "./client.ts";
import { advanceExchange, fail, waiting } from "./network.ts";
import { canary } from "./service.ts";
import { type Client, note, tick, violate, type World } from "./world.ts";

const noToken = [
  "login_required",
  "credentials_rejected",
  "login_backoff",
  "login_timeout",
  "token_missing",
  "token_malformed",
  "token_not_exposed",
  "login_cached",
  "logged_out",
  "session_replaced",
  "user_changed",
  "disposed",
] as const satisfies readonly AuthErrorCode[];

/** The codes with which each kind of promise may reject, by the documentation. */
export const documented = {
  call: [...noToken, "too_many_waiters", "replay_impossible"],
  login: noToken,
  logout: ["store_unavailable", "disposed"],
  getToken: [...noToken, "too_many_waiters"],
  getFresh: [...noToken, "too_many_waiters", "token_unconfirmed"],
  refresh: [...noToken, "too_many_waiters"],
  ready: ["store_unavailable", "timeout", "disposed"],
  flush: ["store_unavailable"],
  dispose: ["store_unavailable"],
} as const satisfies Record<string, readonly AuthErrorCode[]>;

export type PromiseKind = keyof typeof documented;

/** Watches a promise of the public API: it must settle, and reject only with what is documented. */
export function track<T>(
  world: World,
  client: Client,
  kind: PromiseKind,
  what: string,
  promise: Promise<T>,
  done?: (value: T) => void,
): void {
  const id = tick(world);
  const name = `${what} (${kind}, at ${id})`;
  const isLate = client.state.isDisposed && kind !== "flush" && kind !== "dispose";
  world.unsettled.set(id, name);
  note(world, what);
  promise.then(
    (value) => {
      world.unsettled.delete(id);
      note(world, `${name} resolves`);
      if (isLate) violate(world, `${name} resolves after the session was disposed`);
      done?.(value);
    },
    (error: unknown) => {
      world.unsettled.delete(id);
      note(world, `${name} rejects: ${nameOf(error)}`);
      if (!isDocumented(kind, error)) violate(world, `${name} rejects with ${nameOf(error)}`);
      if (inspect(error, { depth: Infinity }).includes(canary)) violate(world, `${name}: the error holds a secret`);
    },
  );
}

/** As `track`, for what is not asynchronous. */
export function attempt(world: World, what: string, codes: readonly AuthErrorCode[], work: () => void): void {
  note(world, what);
  try {
    work();
  } catch (error) {
    note(world, `${what} throws ${nameOf(error)}`);
    if (!isAuthError(error) || !codes.includes(error.code)) violate(world, `${what} throws ${nameOf(error)}`);
  }
}

function isDocumented(kind: PromiseKind, error: unknown): boolean {
  const codes: readonly AuthErrorCode[] = documented[kind];
  if (isAuthError(error)) return codes.includes(error.code);
  // Errors of the application come through, and those of `fetch`.
  if (error instanceof Planned) return kind !== "flush" && kind !== "logout";
  const isOfFetch = error instanceof TypeError && error.message === "fetch failed";
  if (kind === "dispose") return error instanceof Error && error.name === "StoreDown";
  return isOfFetch && kind === "call";
}

function nameOf(error: unknown): string {
  if (isAuthError(error)) return error.code;
  return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
}

/** Delivers everything until nothing more is sent. */
export async function quiet(world: World): Promise<void> {
  for (let rounds = 0; ; rounds++) {
    await settle();
    for (const release of world.releases.splice(0)) release();
    const hung = world.exchanges.filter(({ phase }) => phase === "hung");
    for (const exchange of hung) fail(world, exchange, "hung");
    const [next] = waiting(world);
    if (next) advanceExchange(world, next, 3, "ok");
    else if (hung.length === 0) return;
    if (rounds > 300) return violate(world, "it never becomes quiet");
  }
}

/** Lets time pass, and delivers everything. */
export async function pass(world: World, ...times: readonly number[]): Promise<void> {
  for (const ms of times) {
    await world.clock.advance(ms);
    await quiet(world);
  }
}
