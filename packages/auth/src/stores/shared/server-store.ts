import { AuthError, isAuthError } from "../../errors.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { createClosable } from "./closable.ts";
import { runtimeOf, type StoreRuntime, withTimeout } from "./runtime.ts";
import { parseRecord } from "./session-record.ts";
import { createSubscriptions, type Subscribe } from "./subscriptions.ts";
import { withTimedLease, type TimedLease } from "./timed-lease.ts";

/** Options that all stores on a server have. */
export interface ServerStoreOptions {
  /** How long the login lock outlives a holder that crashed, in milliseconds. Default 10 000. */
  readonly leaseMs?: number;
  /** Longest wait for one response of the server, in milliseconds: clients may queue while it is away. Default 5 000. */
  readonly timeoutMs?: number;
  /** Timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/** What the server holds: the record as text, and the revision that commits are compared with. */
export interface StoredText {
  readonly rev: string;
  readonly text: string;
}

/** One kind of server. */
export interface ServerBackend extends Pick<TokenStore, "commit"> {
  /** For messages: `redis store`. */
  readonly label: string;
  readonly read: () => Promise<StoredText | undefined>;
  /** Moves the record aside if it still has this revision, so that the store counts as empty. */
  readonly quarantine: (found: StoredText) => Promise<unknown>;
  /** For messages: where `quarantine` moves a record to. */
  readonly quarantineName: string;
  readonly leaseOf: (name: string, leaseMs: number) => TimedLease;
  /** Absent where the client cannot subscribe. */
  readonly subscribe?: Subscribe | undefined;
}

/**
 * A store on a server. It owns no connection: closing it ends its subscriptions and refuses further use.
 * Throws `invalid_option`.
 */
export function serverStore(backend: ServerBackend, options: ServerStoreOptions): TokenStore {
  const { label, subscribe } = backend;
  // Redis takes whole milliseconds only.
  const leaseMs = Math.ceil(checkMs("leaseMs", options.leaseMs ?? 10_000));
  const timeoutMs = checkMs("timeoutMs", options.timeoutMs ?? 5_000);
  const runtime = runtimeOf(options.runtime);
  const subscriptions = subscribe && createSubscriptions(subscribe, timeoutMs, runtime);
  const closable = createClosable(label, subscriptions?.close);

  const call = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await withTimeout(request(), timeoutMs, runtime);
    } catch (error) {
      throw withoutParameters(error);
    }
  };
  const run = <T>(request: () => Promise<T>): Promise<T> =>
    closable.run(async () => {
      const result = await call(request);
      subscriptions?.retry();
      return result;
    });
  const limited = ({ take, extend, release }: TimedLease): TimedLease => ({
    take: (owner) => call(() => take(owner)),
    extend: (owner) => call(() => extend(owner)),
    release: (owner) => call(() => release(owner)),
  });

  return {
    async read() {
      const found = await run(backend.read);
      if (found === undefined) return undefined;
      const record = parseRecord(found.text);
      if (record !== undefined && String(record.rev) === found.rev) return record;
      await run(() => backend.quarantine(found));
      throw new AuthError(
        "store_corrupt",
        `the ${label} held no valid session; what was there is now ${backend.quarantineName}`,
      );
    },
    commit: (expectedRev, next) => run(() => backend.commit(expectedRev, next)),
    ...(subscriptions && {
      watch(changed: () => void) {
        closable.assertOpen();
        return subscriptions.watch(changed);
      },
    }),
    async withLock(name, wait, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      return withTimedLease(limited(backend.leaseOf(name, leaseMs)), leaseMs, runtime, signal, work);
    },
    close: closable.close,
  };
}

/** Errors of some clients (ioredis, PGlite) carry the command with its parameters, and so the token. */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error) || isAuthError(error)) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message), { name, stack }, "code" in error && { code: error.code });
}
