import process from "node:process";
import { chown, lchown, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { umask } from "node:process";
import { describe, expect, test } from "vitest";
import { type AuthEvent, createAuth } from "../../src/index.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { type HeldLease, type LeaseStorage, withLease } from "../../src/stores/file/lease.ts";
import { runtimeOf } from "../../src/stores/shared/runtime.ts";
import { rotatingServer } from "../../src/testing/index.ts";
import { deferred, settle } from "../support/deferred.ts";
import { folder } from "./support/folder.ts";
import { record, wait } from "./support/records.ts";

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe("files and folders", () => {
  test.each(["000", "022", "077", "777"])(
    "the file has mode 600 and its new folders 700 under umask %s",
    async (mask) => {
      await using place = folder();
      await mkdir(place.at("there"));
      const before = umask(mask);
      try {
        await fileStore(place.at("there/session.json")).commit(0, record(1));
        if (mask !== "777") await fileStore(place.at("a/b/session.json")).commit(0, record(1));
      } finally {
        umask(before);
      }
      expect(await modeOf(place.at("there/session.json"))).toBe("600");
      if (mask !== "777") expect(await modeOf(place.at("a/b/session.json"))).toBe("600");
      if (mask !== "777") expect(await modeOf(place.at("a/b"))).toBe("700");
    },
  );

  test("nothing but the record remains: temporary files that a crash left are removed, and nobody else's", async () => {
    await using place = folder();
    const others = ["session.json.mine.tmp", "session.json.bak", `session.json.x.${"a".repeat(32)}.tmp`, "session.tmp"];
    for (const name of [...others, `session.json.${"0".repeat(32)}.tmp`]) await writeFile(place.at(name), "");
    const store = fileStore(place.at("session.json"));
    await store.commit(0, record(1));
    await store.withLock("login", wait, async () => undefined);
    expect((await readdir(place.path)).toSorted()).toEqual([...others, "session.json"].toSorted());
  });
});

// Elsewhere no file can be given to another user; file-security.test.ts shows the same with made-up owners.
describe.runIf(process.geteuid?.() === 0)("as root, with real files of other users", () => {
  const stranger = 12_345;
  const belongs = { code: "insecure_permissions", message: expect.stringContaining(`user ${stranger}`) };

  test("a file, a folder and a link of another user are refused", async () => {
    await using place = folder();
    const refuses = async (path: string): Promise<void> => {
      const store = fileStore(path);
      await expect(store.read()).rejects.toMatchObject(belongs);
      await expect(store.commit(1, record(2))).rejects.toMatchObject(belongs);
      await store.close?.();
    };
    const store = fileStore(place.at("mine/session"));
    await store.commit(0, record(1));
    await chown(place.at("mine/session"), stranger, stranger);
    await expect(store.read()).rejects.toMatchObject(belongs);
    await store.close?.();
    await refuses(place.at("mine/session"));
    await chown(place.at("mine/session"), 0, 0);
    await chown(place.at("mine"), stranger, stranger);
    await refuses(place.at("mine/session"));
    await symlink("mine/session", place.at("link"));
    await chown(place.at("mine"), 0, 0);
    await lchown(place.at("link"), stranger, stranger);
    await refuses(place.at("link"));
    await lchown(place.at("link"), 0, 0);
    const through = fileStore(place.at("link"));
    expect((await through.read())?.rev).toBe(1);
    await through.close?.();
  });
});

describe("records", () => {
  const whole = async (path: string): Promise<string> => {
    await fileStore(path).commit(0, record(1));
    return readFile(path, "utf8");
  };
  const damages: Record<string, (text: string) => string> = {
    empty: () => "",
    truncated: (text) => text.slice(0, -20),
    "not JSON": () => "\u0000\u0001",
    "JSON of something else": () => "null",
    "edited by hand": (text) => text.replace("T1", "T9"),
    "of an earlier version": (text) => text.replace('"v":1', '"v":0'),
    "without checksum": () => JSON.stringify({ record: record(1) }),
  };

  test.each(Object.keys(damages))(
    "a file that is %s is moved away and reported once, and then the store is empty",
    async (name) => {
      await using place = folder();
      const path = place.at("session.json");
      const damaged = damages[name]?.(await whole(path)) ?? "";
      await writeFile(path, damaged);
      const store = fileStore(path);
      await expect(store.read()).rejects.toMatchObject({
        code: "store_corrupt",
        message: expect.stringContaining(".bad"),
      });
      expect(await store.read()).toBeUndefined();
      expect(await readFile(`${path}.bad`, "utf8")).toBe(damaged);
      expect(await store.commit(0, record(1))).toBe(true);
    },
  );

  test("a session over a damaged file reports store_error and logs in", async () => {
    await using place = folder();
    const path = place.at("session.json");
    await writeFile(path, "{", { mode: 0o600 });
    const server = rotatingServer();
    const events: AuthEvent[] = [];
    await using session = createAuth({
      baseUrl: server.baseUrl,
      fetch: server.fetch,
      store: fileStore(path),
      credentials: { username: "demo", password: "p" },
    });
    session.subscribe((event) => events.push(event));
    expect((await session.fetch(`${server.baseUrl}/units`)).status).toBe(200);
    await session.flush();
    const reported = events.find(({ type }) => type === "store_error");
    expect(reported).toMatchObject({ during: "read", error: { message: expect.stringContaining("store_corrupt") } });
    expect((await fileStore(path).read())?.token).toBe(server.newest());
  });

  test("readers without a lock never see half a record", async () => {
    await using place = folder();
    const [writer, reader] = [fileStore(place.at("session.json")), fileStore(place.at("session.json"))];
    let writing = true;
    let reads = 0;
    const readAll = async (): Promise<void> => {
      let last = 0;
      while (writing) {
        const { rev = 0, token } = (await reader.read()) ?? {};
        if (rev > 0) expect(token).toBe(`${rev}.${"x".repeat(20_000)}`);
        expect(rev).toBeGreaterThanOrEqual(last);
        last = rev;
        reads++;
      }
    };
    const readers = [readAll(), readAll(), readAll()];
    for (let rev = 1; rev <= 60; rev++) {
      expect(await writer.commit(rev - 1, record(rev, { token: `${rev}.${"x".repeat(20_000)}` }))).toBe(true);
    }
    writing = false;
    await Promise.all(readers);
    expect(reads).toBeGreaterThan(60);
  });

  test("a file that cannot be read or written is an error, not an empty store", async () => {
    await using place = folder();
    await mkdir(place.at("session.json"));
    const store = fileStore(place.at("session.json"));
    const remedy = { code: "store_unavailable", message: expect.stringContaining("is a directory") };
    await expect(store.read()).rejects.toMatchObject(remedy);
    await expect(store.commit(0, record(1))).rejects.toMatchObject(remedy);
    expect(await readdir(place.path)).toEqual(["session.json"]);
    await writeFile(place.at("file"), "");
    await expect(fileStore(place.at("file/session.json")).commit(0, record(1))).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});

test("after close nothing is made, also when work under the lock ends later", async () => {
  await using place = folder();
  const store = fileStore(place.at("new/session"));
  const [entered, leave] = [deferred(), deferred()];
  const holder = store.withLock("login", wait, async () => {
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  await store.close?.();
  await rm(place.at("new"), { recursive: true });
  leave.resolve();
  await holder;
  expect(await readdir(place.path)).toEqual([]);
});

describe("locks that were left behind", () => {
  /** A clock that passes 200 ms per look, so silence adds up without waiting. */
  const hasty = () => {
    let now = 0;
    return { runtime: { monotonic: () => (now += 200), timers: quick } };
  };
  const quick = {
    setTimeout(callback: () => void) {
      const handle = { due: true };
      setImmediate(() => handle.due && callback());
      return handle;
    },
    clearTimeout: (handle: unknown) => void Object.assign(Object(handle), { due: false }),
  };

  test("the lock of a dead process is taken over after silence, whatever its text and file time", async () => {
    for (const text of ["", "1 nothing", `${"f".repeat(32)} 000000000000\n`]) {
      await using place = folder();
      for (const lock of ["s.lock", "s.login.lock"]) {
        await writeFile(place.at(lock), text, { mode: 0o600 });
        await utimes(place.at(lock), 4e9, 4e9);
      }
      const store = fileStore(place.at("s"), { staleMs: 1_000, ...hasty() });
      expect(await store.commit(0, record(1))).toBe(true);
      expect(await store.withLock("login", wait, async () => 1)).toBe(1);
      expect(await readdir(place.path)).toEqual(["s"]);
    }
  });

  test("a holder that shows life keeps its lock, however long it takes", async () => {
    await using place = folder();
    const [holder, waiter] = [fileStore(place.at("s"), { staleMs: 60 }), fileStore(place.at("s"), { staleMs: 60 })];
    const order: string[] = [];
    let entered = (): void => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const long = holder.withLock("login", wait, async () => {
      entered();
      // Many times the stale time, counted in beats seen on the disk.
      const seen = new Set<string>();
      while (seen.size < 20) {
        seen.add(await readFile(place.at("s.login.lock"), "utf8"));
        await new Promise((resolve) => setImmediate(resolve));
      }
      order.push("holder");
    });
    await inside;
    await waiter.withLock("login", wait, async () => void order.push("waiter"));
    await long;
    expect(order).toEqual(["holder", "waiter"]);
  });

  test("of many waiters that see a stale lock, one at a time gets it", async () => {
    for (let round = 0; round < 5; round++) {
      await using place = folder();
      await writeFile(place.at("s.login.lock"), "left behind", { mode: 0o600 });
      let inside = 0;
      let most = 0;
      const waiters = Array.from({ length: 12 }, () =>
        fileStore(place.at("s"), { staleMs: 100 }).withLock("login", wait, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        }),
      );
      await Promise.all(waiters);
      expect(most).toBe(1);
    }
  });
});

/** A lease in memory. */
function leaseInMemory(changes: Partial<LeaseStorage> = {}) {
  const held: { nonce?: string } = {};
  const lease = (nonce: string): HeldLease => ({
    nonce,
    beat: async () => undefined,
    release: async () => void (held.nonce === nonce && delete held.nonce),
  });
  const storage: LeaseStorage = {
    label: "the lease",
    async take(nonce) {
      if (held.nonce !== undefined) return undefined;
      held.nonce = nonce;
      return lease(nonce);
    },
    peek: async () => held.nonce,
    evict: async () => void delete held.nonce,
    ...changes,
  };
  return { storage, held, lease };
}

const times = { staleMs: 10_000 };
const runtime = runtimeOf();

describe("withLease", () => {
  test.each(["take", "peek", "evict"] as const)("an abort ends the wait also while %s takes its time", async (step) => {
    const { storage } = leaseInMemory({ [step]: () => new Promise(() => undefined) });
    const controller = new AbortController();
    if (step !== "take") await storage.take("somebody");
    let now = 0;
    // Each look finds that the holder was silent for longer.
    const hurried = { ...runtime, monotonic: () => (now += 100_000) };
    const options = { timeoutMs: Infinity, signal: controller.signal };
    const call = withLease(storage, { staleMs: 1 }, hurried, options, async () => expect.unreachable());
    await settle();
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
  });

  test("a lease that is given after the abort is released", async () => {
    const gate = deferred();
    const { storage, held } = leaseInMemory();
    const slow: LeaseStorage = {
      ...storage,
      async take(nonce) {
        await gate.promise;
        return storage.take(nonce);
      },
    };
    const controller = new AbortController();
    const call = withLease(slow, times, runtime, { ...wait, signal: controller.signal }, async () => 1);
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
    gate.resolve();
    await settle();
    expect(held).toEqual({});
  });

  test("a step that fails later than the abort is no unhandled rejection", async () => {
    const gate = deferred<HeldLease | undefined>();
    const { storage } = leaseInMemory({ take: () => gate.promise });
    const controller = new AbortController();
    const call = withLease(storage, times, runtime, { ...wait, signal: controller.signal }, async () => 1);
    controller.abort(new Error("gave up"));
    await expect(call).rejects.toThrow("gave up");
    gate.reject(new Error("EIO"));
    await settle();
  });

  test("a lease that cannot be released, and beats that fail, do not fail the work", async () => {
    let beats = 0;
    const fail = async (): Promise<never> => {
      beats++;
      throw new Error("ENOSPC");
    };
    const { storage } = leaseInMemory({ take: async (nonce) => ({ nonce, beat: fail, release: fail }) });
    const work = async (): Promise<string> => {
      while (beats < 3) await new Promise((resolve) => setTimeout(resolve));
      return "done";
    };
    expect(await withLease(storage, { staleMs: 5 }, runtime, wait, work)).toBe("done");
  });
});
