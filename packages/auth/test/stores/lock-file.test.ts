import { readdir, readFile, writeFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { lockFile } from "../../src/stores/file/lock-file.ts";
import { folder } from "./support/folder.ts";

const hardLinks = vi.hoisted(() => ({ supported: true }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<{ link(from: string, to: string): Promise<void> }>();
  const link: typeof real.link = async (from, to) => {
    if (!hardLinks.supported) throw Object.assign(new Error("no hard links here"), { code: "EPERM" });
    await real.link(from, to);
  };
  return { ...real, link };
});

test.each([true, false])(
  "a lock that changed while it was judged is put back if hard links are there: %s",
  async (supported) => {
    await using place = folder();
    hardLinks.supported = supported;
    await writeFile(place.at("lock"), "the dead holder", { mode: 0o600 });
    const lock = lockFile(place.at("lock"), () => place.at("aside"));
    const seen = (await lock.peek()) ?? "";
    await writeFile(place.at("lock"), "a holder that came meanwhile");
    await lock.evict(seen);
    expect(await readdir(place.path)).toEqual(supported ? ["lock"] : []);
    if (supported) expect(await readFile(place.at("lock"), "utf8")).toBe("a holder that came meanwhile");
  },
);
