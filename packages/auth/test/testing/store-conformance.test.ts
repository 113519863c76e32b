import { describe, expect, test } from "vitest";
import { AuthError, memoryStore, type LockOptions, type SessionRecord, type TokenStore } from "../../src/index.ts";
import { storeConformance, type StoreSubject } from "../../src/testing/index.ts";

/** Ids of the cases that a store fails, of all or of this one. */
async function failures(open: () => () => TokenStore, only?: string): Promise<string[]> {
  const timeoutMs = only === undefined ? 5_000 : 200;
  const cases = storeConformance({ create: () => ({ open: open() }), timeoutMs }).filter(
    ({ id }) => id === (only ?? id),
  );
  const failed = cases.map(({ id, run }) =>
    run().then(
      () => undefined,
      () => id,
    ),
  );
  return (await Promise.all(failed)).filter((id) => id !== undefined);
}

/** One memory store behind all handles, changed by `spoil`. */
const spoilt = (spoil: (good: TokenStore) => Partial<TokenStore>) => () => {
  const good = memoryStore();
  return (): TokenStore => ({ ...good, ...spoil(good) });
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const mutants: Record<string, { readonly store: () => () => TokenStore; readonly caught: string }> = {
  "invents a record": { caught: "S1", store: spoilt((good) => ({ read: async () => (await good.read()) ?? blank })) },
  "keeps each handle to itself": { caught: "S2", store: () => memoryStore },
  "ignores the revision": {
    caught: "S3",
    store: spoilt((good) => ({ commit: async (_rev, next) => good.commit((await good.read())?.rev ?? 0, next) })),
  },
  "only compares whether there is a record": {
    caught: "S3",
    store: spoilt((good) => ({
      commit: async (rev, next) => good.commit(rev === 0 ? 0 : ((await good.read())?.rev ?? 0), next),
    })),
  },
  "forgets logouts": {
    caught: "S4",
    store: spoilt((good) => ({
      async read() {
        const found = await good.read();
        return found?.token === null ? undefined : found;
      },
    })),
  },
  "keeps known fields only": {
    caught: "S5",
    store: spoilt((good) => ({
      commit: (rev, { v, serviceId, sid, token, user, since, rev: next }) =>
        good.commit(rev, { v, serviceId, sid, token, user, since, rev: next }),
    })),
  },
  "mangles characters": {
    caught: "S6",
    store: spoilt((good) => ({
      commit: (rev, next) => good.commit(rev, { ...next, sid: next.sid.replaceAll("\u0000", "") }),
    })),
  },
  "hands out the record that it changes": {
    caught: "S7",
    store() {
      const kept: { record?: SessionRecord } = {};
      const good = memoryStore();
      return () => ({
        ...good,
        read: async () => kept.record,
        async commit(rev, next) {
          if ((kept.record?.rev ?? 0) !== rev) return false;
          if (kept.record) Object.assign(kept.record, next);
          else kept.record = { ...next };
          return true;
        },
      });
    },
  },
  "compares first and writes later": {
    caught: "S8",
    store: () => {
      const good = memoryStore();
      let kept: SessionRecord | undefined;
      return () => ({
        ...good,
        read: async () => kept,
        async commit(rev, next) {
          if ((kept?.rev ?? 0) !== rev) return false;
          await turn();
          kept = next;
          return true;
        },
      });
    },
  },
  "reads from a cache": {
    caught: "S26",
    store: () => {
      const good = memoryStore();
      return () => {
        let reads = 0;
        let cached: SessionRecord | undefined;
        return {
          ...good,
          read: async () => {
            // Old every now and then, but never in the first calls.
            if (++reads < 3 || reads % 3 !== 0) cached = await good.read();
            return cached;
          },
        };
      };
    },
  },
  "does not exclude": { caught: "S9", store: spoilt(() => ({ withLock: async (_name, _options, work) => work() })) },
  "has one lock for all names": {
    caught: "S10",
    store: spoilt((good) => ({ withLock: (_name, ...rest) => good.withLock("x", ...rest) })),
  },
  "does not give up": {
    caught: "S11",
    store: spoilt((good) => ({
      withLock: (name, options, work) =>
        good.withLock(name, { ...options, signal: new AbortController().signal }, work),
    })),
  },
  "runs although it is too late": {
    caught: "S12",
    store: spoilt((good) => ({
      withLock: (name, options, work) => (options.signal.aborted ? work() : good.withLock(name, options, work)),
    })),
  },
  "keeps the lock of failed work": {
    caught: "S13",
    store: spoilt((good) => ({
      withLock: (name, options, work) =>
        new Promise((resolve, reject) => {
          const held = good.withLock(name, options, async () => {
            const outcome = await work().then(resolve, (error: unknown) => {
              reject(error);
              return new Promise(() => undefined);
            });
            return outcome;
          });
          held.catch(reject);
        }),
    })),
  },
  "never hints": { caught: "S14", store: spoilt(() => ({ watch: () => () => undefined })) },
  "fails when closed twice": {
    caught: "S15",
    store: spoilt(() => {
      let closed = false;
      return {
        async close() {
          if (closed) throw new Error("closed before");
          closed = true;
        },
      };
    }),
  },
  "hands out the very object that was handed in": {
    caught: "S7",
    store() {
      const good = memoryStore();
      let kept: SessionRecord | undefined;
      return () => ({
        ...good,
        read: async () => kept,
        async commit(rev, next) {
          if ((kept?.rev ?? 0) !== rev) return false;
          kept = next;
          return true;
        },
      });
    },
  },
  "merges a record with the one before": {
    caught: "S18",
    store: spoilt((good) => ({
      commit: async (rev, next) => good.commit(rev, { ...(await good.read()), ...next }),
    })),
  },
  "takes a later version for damage": {
    caught: "S27",
    store: spoilt((good) => ({
      read: () =>
        good.read().catch(() => {
          throw new AuthError("store_corrupt", "not version 1");
        }),
    })),
  },
  "takes a later version for an empty store": {
    caught: "S27",
    store: spoilt((good) => ({ read: () => good.read().catch(() => undefined) })),
  },
  "writes over a later version": { caught: "S27", store: () => blindTo("v") },
  "writes over the record of another service": { caught: "S28", store: () => blindTo("serviceId") },
  "writes over a record without a service": { caught: "S29", store: () => blindTo("missing") },
  "lets a waiter that gave up block the others": {
    caught: "S20",
    store: () => {
      const good = memoryStore();
      const tails = new Map<string, Promise<unknown>>();
      return () => ({
        ...good,
        withLock<T>(name: string, { signal }: LockOptions, work: () => Promise<T>) {
          const before = tails.get(name) ?? Promise.resolve();
          const own = new Promise<T>((resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
            before.then(() => (signal.aborted ? undefined : work().then(resolve, reject)));
          });
          // Settles for none that gave up.
          tails.set(
            name,
            own.catch(() => new Promise(() => undefined)),
          );
          return own;
        },
      });
    },
  },
  "begins work whose caller has given up": {
    caught: "S21",
    store: spoilt((good) => ({
      withLock: (name, options, work) =>
        good.withLock(name, options, async () => {
          for (let turns = 0; turns < 3; turns++) await Promise.resolve();
          return work();
        }),
    })),
  },
  "lets a listener fail the commit": {
    caught: "S22",
    store() {
      const good = memoryStore();
      const listeners = new Set<() => void>();
      return () => ({
        ...good,
        async commit(rev, next) {
          const done = await good.commit(rev, next);
          if (done) for (const listener of listeners) listener();
          return done;
        },
        watch(changed) {
          listeners.add(changed);
          return () => void listeners.delete(changed);
        },
      });
    },
  },
  "keeps listeners in a set": {
    caught: "S23",
    store() {
      const good = memoryStore();
      const listeners = new Set<() => void>();
      good.watch?.(() => {
        for (const listener of listeners) listener();
      });
      return () => ({
        ...good,
        watch(changed) {
          listeners.add(changed);
          return () => void listeners.delete(changed);
        },
      });
    },
  },
  "goes on watching after it was closed": {
    caught: "S16",
    store: spoilt((good) => {
      let closed = false;
      const open = <T>(call: () => T): T => {
        if (closed) throw new AuthError("store_closed", "closed");
        return call();
      };
      return {
        read: async () => open(good.read),
        commit: async (rev, next) => open(() => good.commit(rev, next)),
        withLock: async (...given) => open(() => good.withLock(...given)),
        close: async () => void (closed = true),
      };
    }),
  },
  "closes twice at once": {
    caught: "S15",
    store: spoilt(() => {
      let closing = 0;
      return {
        async close() {
          if (++closing > 1) throw new Error("is being closed");
          await turn();
          closing = 0;
        },
      };
    }),
  },
  "keeps the lock of a closed handle": {
    caught: "S24",
    store: () => {
      const good = memoryStore();
      return () => {
        let closed = false;
        return {
          ...good,
          withLock: (name, options, work) =>
            good.withLock(name, options, async () => {
              const result = await work();
              return closed ? new Promise(() => undefined) : result;
            }),
          close: async () => void (closed = true),
        };
      };
    },
  },
  "writes after it was closed": {
    caught: "S25",
    store: spoilt((good) => ({
      async commit(rev, next) {
        await turn();
        return good.commit(rev, next);
      },
      close: async () => undefined,
    })),
  },
  "goes on after it was closed": { caught: "S16", store: spoilt(() => ({ close: async () => undefined })) },
};

const blank: SessionRecord = {
  v: 1,
  serviceId: "https://fleet.example.com/api/v1",
  sid: "",
  rev: 1,
  token: "",
  user: "",
  since: 0,
};

/** A store that compares everything but one thing. */
function blindTo(what: "v" | "serviceId" | "missing"): () => TokenStore {
  const { withLock } = memoryStore();
  let kept: string | undefined;
  const parse = (): SessionRecord | undefined => (kept === undefined ? undefined : JSON.parse(kept));
  return () => ({
    withLock,
    async read() {
      const found = parse();
      if (found && found.v > 1) throw new AuthError("store_newer", "later");
      return found;
    },
    async commit(rev, next) {
      const found = parse();
      const isOther = found !== undefined && (found.serviceId ?? "none") !== next.serviceId;
      const isAllowed = what === "serviceId" || (what === "missing" && found?.serviceId === undefined);
      if ((found?.rev ?? 0) !== rev || (isOther && !isAllowed)) return false;
      if (found && found.v > 1 && what !== "v") return false;
      kept = JSON.stringify(next);
      return true;
    },
  });
}

describe("storeConformance", () => {
  test("ids are stable and unique", () => {
    const ids = storeConformance({ create: () => ({ open: memoryStore }) }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["S1", "S17", "S25", "S26"]));
  });

  test("a store without watch and close passes", async () => {
    const bare = () => {
      const { watch: _none, ...rest } = memoryStore();
      return () => rest;
    };
    expect(await failures(bare)).toEqual([]);
  });

  test.each(Object.keys(mutants))("a store that %s is caught", async (name) => {
    const mutant = mutants[name];
    expect(mutant && (await failures(mutant.store, mutant.caught))).toEqual([mutant?.caught]);
  });

  const damageable = (read: (good: TokenStore, isDamaged: boolean) => Promise<SessionRecord | undefined>) => ({
    create() {
      const good = memoryStore();
      let isDamaged = false;
      const open = (): TokenStore => ({
        ...good,
        read: () => read(good, isDamaged),
        commit: async (rev, next) => good.commit(isDamaged && rev === 0 ? ((await good.read())?.rev ?? 0) : rev, next),
      });
      return { open, damage: () => void (isDamaged = true) };
    },
    timeoutMs: 200,
  });
  const reported = new AuthError("store_corrupt", "damaged");
  const S19 = (subject: StoreSubject) => storeConformance(subject).find(({ id }) => id === "S19");

  test.each<[string, Parameters<typeof damageable>[0]]>([
    ["reports damage again and again", (good, isDamaged) => (isDamaged ? Promise.reject(reported) : good.read())],
    ["hands out damaged records", (good) => good.read()],
    ["reports damage without a code", (good, bad) => (bad ? Promise.reject(new SyntaxError("JSON")) : good.read())],
  ])("a store that %s is caught", async (_what, read) => {
    await expect(S19(damageable(read))?.run()).rejects.toThrow(/damaged/);
  });

  test("backings and handles are cleared away, also when a case fails", async () => {
    let [open, removed] = [0, 0];
    const down = (): Promise<never> => Promise.reject(new AuthError("store_unavailable", "down"));
    const cases = storeConformance({
      create: () => ({
        open() {
          open++;
          return { ...memoryStore(), read: down, commit: down, withLock: down, close: async () => void open-- };
        },
        remove: () => void removed++,
      }),
    });
    const [first] = cases;
    await expect(first?.run()).rejects.toMatchObject({ code: "store_unavailable" });
    expect({ open, removed }).toEqual({ open: 0, removed: 1 });
  });
});
