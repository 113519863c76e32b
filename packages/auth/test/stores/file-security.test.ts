import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { folder } from "./support/folder.ts";
import { record, wait } from "./support/records.ts";
import { actAs, owners } from "./support/owners.ts";

vi.mock("node:fs/promises", async (importOriginal) => {
  const { withOwners } = await import("./support/owners.ts");
  return withOwners(await importOriginal());
});

/** Neither root nor the user of this process. */
const stranger = 424_242;
const insecure = (message: string) => ({
  code: "insecure_permissions",
  message: expect.stringContaining(message),
});

beforeEach(() => actAs(1_000));
afterEach(() => {
  owners.clear();
  vi.restoreAllMocks();
});

describe("file store", () => {
  const expectRefusal = async (path: string, error: object): Promise<void> => {
    const store = fileStore(path);
    await expect(store.read()).rejects.toMatchObject(error);
    await expect(store.commit(1, record(2))).rejects.toMatchObject(error);
    await expect(store.commit(0, record(1))).rejects.toMatchObject(error);
    await store.close?.();
  };
  const written = async (path: string): Promise<Buffer> => {
    const store = fileStore(path);
    await store.commit(0, record(1));
    await store.close?.();
    return readFile(path);
  };

  test("a file of another user is refused and not touched", async () => {
    await using place = folder();
    const path = place.at("session");
    const before = await written(path);
    owners.set(path, { uid: stranger });
    await expectRefusal(path, insecure(`${path} belongs to user ${stranger}, but this process runs as user 1000`));
    expect(await readFile(path)).toEqual(before);
  });

  test("root is no exception: it neither trusts a user's file nor replaces it by one of its own", async () => {
    await using place = folder();
    const path = place.at("session");
    const before = await written(path);
    owners.set(path, { uid: stranger });
    actAs(0);
    await expectRefusal(path, insecure(`belongs to user ${stranger}`));
    expect(await readFile(path)).toEqual(before);
  });

  test("nor is a user's process that finds a file of root", async () => {
    await using place = folder();
    const path = place.at("session");
    const before = await written(path);
    owners.set(path, { uid: 0 });
    await expectRefusal(path, insecure("belongs to user 0"));
    expect(await readFile(path)).toEqual(before);
  });

  test.each(["644", "640", "604", "660"])(
    "a file of mode %s is refused, with the command that fixes it",
    async (mode) => {
      await using place = folder();
      const path = place.at("it's here");
      const before = await written(path);
      await chmod(path, mode);
      await expectRefusal(path, insecure(`chmod 600 '${place.path}/it'\\''s here'`));
      expect(await readFile(path)).toEqual(before);
    },
  );

  test("a folder in which everybody may replace files is refused, also when the file is there", async () => {
    await using place = folder();
    await mkdir(place.at("open"), { mode: 0o700 });
    const path = place.at("open/session");
    const remedy = insecure(`everybody may replace files in ${place.at("open")}; run: chmod o-w '${place.at("open")}'`);
    await written(path);
    await chmod(place.at("open"), 0o777);
    await expectRefusal(path, remedy);
    await rm(path);
    const store = fileStore(path);
    await expect(store.commit(0, record(1))).rejects.toMatchObject(remedy);
    await store.close?.();
  });

  test("a folder that its group may write to is refused, unless the group is the user's own", async () => {
    await using place = folder();
    await mkdir(place.at("group"));
    const path = place.at("group/session");
    await written(path);
    await chmod(place.at("group"), 0o770);
    owners.set(place.at("group"), { gid: 50 });
    await expectRefusal(path, insecure(`group 50 may replace files in ${place.at("group")}; run: chmod g-w`));
    owners.set(place.at("group"), { gid: 1_000 });
    const store = fileStore(path);
    expect(await store.read()).toEqual(record(1));
    expect(await store.commit(1, record(2))).toBe(true);
    await store.close?.();
  });

  test("a folder of another user is refused, one of root is not", async () => {
    await using place = folder();
    const path = place.at("session");
    await written(path);
    owners.set(place.path, { uid: stranger });
    await expectRefusal(path, insecure(`user ${stranger}, who owns it, may replace files in ${place.path}`));
    owners.set(place.path, { uid: 0 });
    const store = fileStore(path);
    expect(await store.commit(1, record(2))).toBe(true);
    await store.close?.();
  });

  test("a link that another user put there is not followed: what it leads to is neither read nor replaced", async () => {
    await using place = folder();
    await mkdir(place.at("shared"));
    await chmod(place.at("shared"), 0o1777);
    await writeFile(place.at("private"), "precious", { mode: 0o600 });
    for (const target of ["../private", "../not there"]) {
      const path = place.at("shared/session");
      await symlink(target, path);
      owners.set(path, { uid: stranger });
      await expectRefusal(path, insecure(`${path} is a symbolic link of user ${stranger}`));
      // The owner of the folder, too, could make it lead to any file.
      owners.set(place.at("shared"), { uid: stranger });
      await expectRefusal(path, insecure(`${path} is a symbolic link of user ${stranger}`));
      owners.clear();
      await unlink(path);
    }
    expect(await readdir(place.path)).toEqual(["private", "shared"]);
    expect(await readFile(place.at("private"), "utf8")).toBe("precious");
  });

  test("a link of root, or of this user, is followed and stays", async () => {
    await using place = folder();
    await mkdir(place.at("real"));
    await symlink("real/target", place.at("session"));
    owners.set(place.at("session"), { uid: 0 });
    const store = fileStore(place.at("session"));
    expect(await store.commit(0, record(1))).toBe(true);
    await store.close?.();
    expect((await lstat(place.at("session"))).isSymbolicLink()).toBe(true);
    const direct = fileStore(place.at("real/target"));
    expect((await direct.read())?.rev).toBe(1);
    await direct.close?.();
  });

  test("a link to a folder is followed if whoever owns its folder made it, and refused from anybody else", async () => {
    await using place = folder();
    await mkdir(place.at("releases/42"), { recursive: true });
    await symlink("releases/42", place.at("current"));
    owners.set(place.at("current"), { uid: stranger });
    await expectRefusal(place.at("current/session"), insecure("symbolic link"));
    owners.set(place.path, { uid: stranger });
    const store = fileStore(place.at("current/session"));
    expect(await store.commit(0, record(1))).toBe(true);
    await store.close?.();
    expect(await readdir(place.at("releases/42"))).toContain("session");
  });

  test("links that lead in a circle are an error, and .. leaves the folder that a link leads to", async () => {
    await using place = folder();
    await symlink("b", place.at("a"));
    await symlink("a", place.at("b"));
    await expectRefusal(place.at("a"), {
      code: "store_unavailable",
      message: expect.stringContaining("symbolic links"),
    });
    await mkdir(place.at("one/two"), { recursive: true });
    await symlink("one/two", place.at("inner"));
    await symlink("inner/../session", place.at("session"));
    const store = fileStore(place.at("session"));
    expect(await store.commit(0, record(1))).toBe(true);
    await store.close?.();
    expect(await readdir(place.at("one"))).toContain("session");
  });

  test("a hard link is the same file: its owner and its mode protect both names", async () => {
    await using place = folder();
    const path = place.at("session");
    await written(path);
    await link(path, place.at("backup"));
    const store = fileStore(path);
    expect((await store.read())?.rev).toBe(1);
    expect(await store.commit(1, record(2))).toBe(true);
    await store.close?.();
  });

  describe("something else than a file", () => {
    const kinds: Record<string, { readonly make: (path: string) => unknown; readonly is: string }> = {
      directory: { make: (path) => mkdir(path), is: "a directory" },
      FIFO: { make: (path) => execFileSync("mkfifo", ["-m", "600", path]), is: "a FIFO" },
      socket: {
        is: "a socket",
        make: (path) =>
          new Promise<void>((resolve) => {
            const server = createServer().listen(path, resolve);
            server.unref();
          }),
      },
    };
    test.each(Object.keys(kinds))("%s: refused at once, and left alone", async (name) => {
      await using place = folder();
      const [path, kind] = [place.at("session"), kinds[name]];
      await kind?.make(path);
      const found = await lstat(path);
      await expectRefusal(path, {
        code: "store_unavailable",
        message: expect.stringContaining(`${path} is ${kind?.is}`),
      });
      expect((await lstat(path)).ino).toBe(found.ino);
    });

    // Made up: a test must not come near a real device.
    test("a device is refused", async () => {
      await using place = folder();
      const path = place.at("session");
      await written(path);
      owners.set(path, { isFile: () => false });
      await expectRefusal(path, { code: "store_unavailable", message: expect.stringContaining(`${path} is a device`) });
    });
  });

  test("on Windows, where files have neither mode nor owner, nothing of that is checked", async () => {
    await using place = folder();
    const path = place.at("session");
    await written(path);
    await chmod(path, 0o644);
    await chmod(place.path, 0o777);
    owners.set(path, { uid: stranger });
    actAs(undefined);
    const store = fileStore(path);
    expect((await store.read())?.rev).toBe(1);
    await store.close?.();
  });
});

describe("lock files of the file store", () => {
  const locks = ["session.lock", "session.login.lock"];
  const use = async (place: { at(name: string): string }): Promise<void> => {
    const store = fileStore(place.at("session"));
    await store.commit(0, record(1));
    await store.withLock("login", wait, async () => undefined);
  };

  test.each(locks)("%s of another user: refused, instead of waiting for its holder", async (lock) => {
    await using place = folder();
    await writeFile(place.at(lock), "", { mode: 0o600 });
    owners.set(place.at(lock), { uid: stranger });
    await expect(use(place)).rejects.toMatchObject(insecure(`${place.at(lock)} belongs to user ${stranger}`));
  });

  test.each(locks)("%s that is a link, dangling or not: refused, and its target is left alone", async (lock) => {
    await using place = folder();
    await writeFile(place.at("precious"), "precious", { mode: 0o600 });
    for (const target of ["precious", "not there"]) {
      await symlink(target, place.at(lock));
      await expect(use(place)).rejects.toMatchObject({
        code: "store_unavailable",
        message: expect.stringContaining(`${place.at(lock)} is a symbolic link`),
      });
      await unlink(place.at(lock));
      await rm(place.at("session"), { force: true });
    }
    expect(await readFile(place.at("precious"), "utf8")).toBe("precious");
    expect(await readdir(place.path)).toEqual(["precious"]);
  });

  test.each(locks)("%s that is a FIFO: refused at once", async (lock) => {
    await using place = folder();
    execFileSync("mkfifo", ["-m", "600", place.at(lock)]);
    await expect(use(place)).rejects.toMatchObject({ message: expect.stringContaining("is a FIFO") });
  });

  test("a lock of any size is taken over when it is stale", async () => {
    await using place = folder();
    await writeFile(place.at("session.lock"), "x".repeat(100_000), { mode: 0o600 });
    const store = fileStore(place.at("session"), { staleMs: 50 });
    expect(await store.commit(0, record(1))).toBe(true);
  });

  test("names that no file may have", async () => {
    await using place = folder();
    const store = fileStore(place.at("session"));
    const names = ["", ".", "..", "../escape", "a/b", "CON", "a".repeat(300), "\u0000", "\ud800", "login:*?"];
    const nested = names.reduceRight<() => Promise<unknown>>(
      (inner, name) => () => store.withLock(name, wait, inner),
      async () => {
        for (const name of await readdir(place.path)) expect(name).toMatch(/^session\.[a-z0-9_-]+\.lock$/);
      },
    );
    await nested();
    expect(await readdir(place.path)).toEqual([]);
  });
});

describe("a sticky folder, as /tmp is", () => {
  test.each(["1777", "1770"])("mode %s serves for files, where everybody replaces only their own", async (mode) => {
    await using place = folder();
    await mkdir(place.at("shared"));
    await chmod(place.at("shared"), Number.parseInt(mode, 8));
    owners.set(place.at("shared"), { uid: 0, gid: 50 });
    const store = fileStore(place.at("shared/session"));
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await store.read()).toEqual(record(1));
  });
});

describe("what others leave in a shared folder", () => {
  test("something that cannot be removed, with the name of a temporary file, is in nobody's way", async () => {
    await using place = folder();
    await mkdir(place.at(`session.${"0".repeat(32)}.tmp`));
    const store = fileStore(place.at("session"));
    expect(await store.commit(0, record(1))).toBe(true);
    expect((await readdir(place.path)).toSorted()).toEqual(["session", `session.${"0".repeat(32)}.tmp`].toSorted());
  });
});

describe("size", () => {
  test("a huge file is neither read nor replaced", async () => {
    await using place = folder();
    const path = place.at("session");
    await writeFile(path, "", { mode: 0o600 });
    await truncate(path, 8 * 2 ** 30);
    const before = process.memoryUsage().rss;
    const store = fileStore(path);
    await expect(store.read()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
    await expect(store.commit(0, record(1))).rejects.toMatchObject({ code: "store_unavailable" });
    expect((await lstat(path)).size).toBe(8 * 2 ** 30);
  });

  test("a record that could not be read back is not written", async () => {
    await using place = folder();
    const store = fileStore(place.at("session"));
    const large = record(1, { token: "é".repeat(600_000) });
    await expect(store.commit(0, large)).rejects.toMatchObject({ code: "store_unavailable" });
    expect(await readdir(place.path)).toEqual([]);
  });
});
