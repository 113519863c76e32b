import { describe, expect, test } from "vitest";
import { AuthError, memoryStore, type SessionRecord, type TokenStore } from "../../src/index.ts";
import { storeConformance } from "../../src/testing/index.ts";

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
      commit: (rev, { v, sid, token, subject, since, rev: next }) =>
        good.commit(rev, { v, sid, token, subject, since, rev: next }),
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
  "answers reads from a cache": {
    caught: "L8",
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
  "goes on after it was closed": { caught: "S16", store: spoilt(() => ({ close: async () => undefined })) },
};

const blank: SessionRecord = { v: 1, sid: "", rev: 1, token: "", subject: "", since: 0 };

describe("storeConformance", () => {
  test("ids are stable and unique", () => {
    const ids = storeConformance({ create: () => ({ open: memoryStore }) }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["S1", "S17", "L8"]));
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
