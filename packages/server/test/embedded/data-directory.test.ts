import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DbClosedError } from "../../src/db/index.ts";
import { cachedTemplate, openDatabase } from "../../src/db/node.ts";
import { openDataDirectory, PGLITE_VERSION } from "../../src/db/directory/data-directory.ts";
import { lockDirectory } from "../../src/db/directory/lock.ts";
import { startChild } from "../support/child.ts";
import { templateDirectory } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const now = new Date("2026-01-01T00:00:00.000Z");

describe("a data directory", () => {
  it("is made with its parents, for its owner only", async () => {
    const path = join(directory(), "deep", "er");
    const held = await openDataDirectory(path, now);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(path, "server.lock"), "utf8")).toBe(
      `{"pid":${process.pid},"started_at":"2026-01-01T00:00:00.000Z"}\n`,
    );
    await held.release();
    expect(readdirSync(path)).toEqual(["fleet-data.json"]);
  });

  it("is refused untouched when it holds other files", async () => {
    const path = directory();
    writeFileSync(join(path, "thesis.txt"), "years of work");
    await expect(openDataDirectory(path, now)).rejects.toThrow(/holds other files.*--data/);
    expect(readdirSync(path)).toEqual(["thesis.txt"]);
  });

  it("is refused when it was written in another format, or nobody can tell", async () => {
    const path = directory();
    const marker = join(path, "fleet-data.json");
    writeFileSync(marker, JSON.stringify({ format: 1, pglite: PGLITE_VERSION, state: "ready" }));
    await expect(openDataDirectory(path, now)).rejects.toThrow(/written in format 1 by PGlite.*needs format 2/);
    writeFileSync(marker, JSON.stringify({ format: 2, pglite: "0.6.0", state: "ready" }));
    await expect(openDataDirectory(path, now)).rejects.toThrow(/PGlite 0\.6\.0/);
    writeFileSync(marker, "{");
    await expect(openDataDirectory(path, now)).rejects.toThrow(/cannot be read/);
    expect(readdirSync(path)).toEqual(["fleet-data.json"]);
  });

  it("is begun anew when making it was cut short", async () => {
    const path = directory();
    const first = await openDataDirectory(path, now);
    mkdirSync(first.databasePath);
    writeFileSync(join(first.databasePath, "half"), "");
    await first.release();
    const second = await openDataDirectory(path, now);
    expect(readdirSync(path)).not.toContain("pgdata");
    second.markReady();
    mkdirSync(second.databasePath);
    writeFileSync(join(second.databasePath, "PG_VERSION"), "18\n");
    await second.release();
    const third = await openDataDirectory(path, now);
    expect(readdirSync(path)).toContain("pgdata");
    await third.release();
  });

  it("whose database is gone is refused untouched, and never begun anew", async () => {
    const path = directory();
    const first = await openDataDirectory(path, now);
    first.markReady();
    await first.release();
    await expect(openDataDirectory(path, now)).rejects.toThrow(/is missing or damaged: .*PG_VERSION.*backup.*--data/);
    mkdirSync(first.databasePath);
    writeFileSync(join(first.databasePath, "postgresql.conf"), "");
    await expect(openDataDirectory(path, now)).rejects.toThrow(/is missing or damaged/);
    expect(readdirSync(first.databasePath)).toEqual(["postgresql.conf"]);
    expect(readdirSync(path).toSorted()).toEqual(["fleet-data.json", "pgdata"]);
  });

  it.each<[string, (empty: string) => string, RegExp]>([
    ["that is a file", (empty) => makeFile(empty), /is not a directory/],
    ["below a file", (empty) => join(makeFile(empty), "data"), /is not a directory/],
    ["that is a device", () => "/dev/null", /is not a directory/],
    ["below /proc", () => "/proc/fleet/data", /cannot be made: .*folder of the system/],
    ["that is a link to nowhere", (empty) => makeLink(empty, "nowhere"), /a symbolic link that leads nowhere/],
    [
      "below a link to nowhere",
      (empty) => join(makeLink(empty, "nowhere"), "data"),
      /a symbolic link that leads nowhere/,
    ],
    ["that is a link to itself", (empty) => makeLink(empty, "link"), /symbolic links that lead in a circle/],
    [
      "below a link to itself",
      (empty) => join(makeLink(empty, "link"), "data"),
      /symbolic links that lead in a circle/,
    ],
    ["with a long name in a new folder", (empty) => join(empty, "new", "x".repeat(300)), /has too long a name/],
    ["with a long path", (empty) => join(empty, "x/".repeat(3000)), /has too long a name/],
    ["whose marker is a pipe", (empty) => makePipe(empty), /fleet-data\.json cannot be read/],
  ])("%s is refused in one line, and nothing is left behind", async (_name, place, cause) => {
    const empty = directory();
    const path = place(empty);
    const before = readdirSync(empty);
    const failure: unknown = await openDataDirectory(path, now).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "DataDirectoryError", message: expect.stringMatching(cause) });
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^[^\n]* or choose another directory \(--data or FLEET_DATA\)\.$/),
    });
    expect(readdirSync(empty)).toEqual(before);
  });

  it("that this user may not write is refused, and no lock stays behind", async () => {
    const path = directory();
    chmodSync(path, 0o555);
    asNobody();
    for (const wanted of [path, path, join(path, "new"), join(path, "deep", "er")]) {
      await expect(openDataDirectory(wanted, now)).rejects.toThrow(/may not be written by this user/);
    }
    process.seteuid?.(process.getuid?.() ?? 0);
    chmodSync(path, 0o700);
    expect(readdirSync(path)).toEqual([]);
    await (await openDataDirectory(path, now)).release();
  });

  it("and its parents are not left behind when their database could not be made", async () => {
    const path = directory();
    const held = await openDataDirectory(join(path, "deep", "er"), now);
    mkdirSync(held.databasePath);
    const failure = await held.abandon(new DbClosedError("Aborted(). Build with -sASSERTIONS for more info."));
    expect(failure).toMatchObject({ message: expect.stringMatching(/^No database could be made in [^\n]*$/) });
    expect(readdirSync(path)).toEqual([]);
  });

  it("names the version of the database that is installed", () => {
    const main = import.meta.resolve("@electric-sql/pglite");
    const file = new URL("../package.json", main);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ version: PGLITE_VERSION });
  });
});

describe("the lock of a data directory", () => {
  it("refuses the same directory by another path in the same process", async () => {
    const path = directory();
    const held = await openDataDirectory(path, now);
    const link = join(directory(), "link");
    symlinkSync(path, link);
    await expect(openDataDirectory(link, now)).rejects.toMatchObject({
      name: "DataDirectoryInUseError",
      pid: process.pid,
    });
    await held.release();
    await held.release();
    await (await openDataDirectory(link, now)).release();
  });

  it("refuses a second process fast, in one line that names directory, holder and way out", async () => {
    const path = directory();
    const held = await openDataDirectory(path, now);
    const second = startChild("child-opens-directory", path);
    const refusal: unknown = JSON.parse(await second.line("refused"));
    expect(refusal).toEqual({
      name: "DataDirectoryInUseError",
      message: `The data directory ${held.path} is in use by process ${process.pid}. Stop it (kill ${process.pid}) or choose another directory (--data or FLEET_DATA).`,
      took: expect.any(Number),
    });
    // It is refused before the database is loaded, which alone takes longer than this.
    expect(refusal).toHaveProperty(
      "took",
      expect.toSatisfy((took: number) => took < 100),
    );
    await held.release();
  });

  it("is taken over at once from a process that was killed, and no acknowledged row is lost", async () => {
    const path = directory();
    const template = await cachedTemplate(templateDirectory);
    for (let round = 1; round <= 2; round += 1) {
      const writer = startChild("child-writes-rows", path, template);
      await writer.line(`acknowledged ${round * 200}`);
      await writer.kill();
    }
    const writer = startChild("child-writes-rows", path, template);
    await writer.line("open");
    await writer.line("acknowledged");
    await writer.kill();
    const last = Number(writer.lines.at(-1)?.split(" ")[1]);
    const db = await openDatabase({ kind: "directory", path });
    const [row] = await db.owner.query<{ n: number; all: boolean }>(
      `select max(n) as n, count(*) = max(n) as "all" from written`,
    );
    expect(row?.all).toBe(true);
    // One more may be there: written, but killed before it could say so.
    expect([last, last + 1]).toContain(row?.n);
    await db.close();
  });

  it("by file: is held by one, released, and taken over from a process that is gone", async () => {
    const path = directory();
    const held = await lockDirectory(path, now, "pid-file");
    await expect(lockDirectory(path, now, "pid-file")).rejects.toMatchObject({ pid: process.pid });
    await held.release();
    const gone = startChild("child-opens-directory", join(path, "elsewhere"));
    await gone.kill();
    writeFileSync(join(path, "server.lock"), JSON.stringify({ pid: gone.pid }));
    const taken = await lockDirectory(path, now, "pid-file");
    await taken.release();
    expect(readdirSync(path)).not.toContain("server.lock");
  });
});

function makeFile(folder: string): string {
  const path = join(folder, "file");
  writeFileSync(path, "");
  return path;
}

function makeLink(folder: string, target: string): string {
  const path = join(folder, "link");
  symlinkSync(join(folder, target), path);
  return path;
}

function makePipe(folder: string): string {
  execFileSync("mkfifo", [join(folder, "fleet-data.json")]);
  return folder;
}

/** Root may write everywhere: gives its rights up for the rest of the test. */
function asNobody(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}
