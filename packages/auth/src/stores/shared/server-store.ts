import type { TokenStore } from "../../store/token-store.ts";
import { withTimeout } from "./with-timeout.ts";
import { createClosable } from "./closable.ts";
import { runtimeOf, type StoreRuntime } from "./runtime.ts";
import { withTimedLease, type TimedLease } from "./timed-lease.ts";
import { createWatchers, type Subscribe } from "./subscriptions.ts";

/** What stores on a server have in common. */
export interface ServerStoreOptions {
  /** How long the login lock outlives a holder that crashed, in milliseconds. Default 10 000. */
  readonly leaseMs?: number;
  /** Longest wait for one answer of the server, in milliseconds: clients may queue while it is away. Default 5 000. */
  readonly timeoutMs?: number;
  /** Timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/** How one kind of server does it. */
export interface ServerDialect extends Pick<TokenStore, "read" | "commit"> {
  /** For messages: `the redis store`. */
  readonly what: string;
  readonly leaseOf: (name: string, leaseMs: number) => TimedLease;
  /** Absent where no hints can be heard. */
  readonly subscribe?: Subscribe | undefined;
}

/** A store on a server. Holds no connection of its own: closing it ends its subscriptions and refuses further use. */
export function serverStore(dialect: ServerDialect, options: ServerStoreOptions): TokenStore {
  const { what, subscribe } = dialect;
  const { leaseMs = 10_000, timeoutMs = 5_000 } = options;
  const runtime = runtimeOf(options.runtime);
  const closable = createClosable(what);
  const watchers = subscribe && createWatchers(subscribe, timeoutMs, runtime);

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    closable.assertOpen();
    return withTimeout(question(), timeoutMs, runtime);
  };
  const bounded = ({ take, extend, release }: TimedLease): TimedLease => ({
    take: (proof) => withTimeout(take(proof), timeoutMs, runtime),
    extend,
    release: (proof) => withTimeout(release(proof), timeoutMs, runtime),
  });

  return {
    read: () => ask(dialect.read),
    commit: (expectedRev, next) => ask(() => dialect.commit(expectedRev, next)),
    ...(watchers && { watch: watchers.watch }),
    async withLock(name, wait, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      return withTimedLease(bounded(dialect.leaseOf(name, leaseMs)), leaseMs, runtime, signal, work);
    },
    async close() {
      if (closable.close()) await watchers?.close();
    },
  };
}
