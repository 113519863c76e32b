import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase, shippedTemplate } from "../../src/db/node.ts";
import { runServer } from "../support/run-server.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();

async function refusal(settings: Record<string, string>): Promise<string> {
  const { status, errors, output } = await runServer(settings).ended;
  expect([status, output]).toEqual([1, ""]);
  expect(errors).toMatch(/^[^\n]+\n$/);
  expect(errors).not.toMatch(/Aborted|ASSERTIONS|\[object|at .*:\d+:\d+/);
  return errors;
}

describe("a start that fails says why and what to do in one line, with exit code 1", () => {
  it("for a port in use, before a data directory is made", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const path = join(directory(), "data");
    expect(await refusal({ FLEET_PORT: String(port), FLEET_DATA: path })).toMatch(
      /^Port \d+ on 127\.0\.0\.1 is in use\./,
    );
    expect(existsSync(path)).toBe(false);
  });

  describe("with a database", () => {
    const whole = useMadeDirectory();

    it.each([
      ["its control file", "global/pg_control"],
      ["its map of files", "global/pg_filenode.map"],
    ])("that is damaged in %s, which is left as it is", async (_name, file) => {
      const path = join(directory(), "data");
      cpSync(whole(), path, { recursive: true });
      truncateSync(join(path, "pgdata", file), 0);
      expect(await refusal({ FLEET_DATA: path })).toMatch(
        /cannot be opened; its files are damaged\. Restore .* backup/,
      );
      expect(readdirSync(path).toSorted()).toEqual(["fleet-data.json", "pgdata"]);
      expect(existsSync(join(path, "pgdata", "base"))).toBe(true);
    });

    it("that a program with other migrations made, which is left byte for byte as it is", async () => {
      const path = join(directory(), "data");
      cpSync(whole(), path, { recursive: true });
      const marker = join(path, "fleet-data.json");
      writeFileSync(marker, JSON.stringify({ ...JSON.parse(readFileSync(marker, "utf8")), format: 1 }));
      const before = checksums(path);
      expect(await refusal({ FLEET_DATA: path })).toMatch(
        /written in format 1 .*; this server needs format 2 .*\. Use the server that wrote it, or another directory/,
      );
      expect(checksums(path)).toEqual(before);
    });
  });

  it("for a data directory below /proc, where nothing can be made", async () => {
    expect(await refusal({ FLEET_DATA: "/proc/fleet/data" })).toMatch(
      /^The data directory \/proc\/fleet\/data cannot be made: .* or choose another directory \(--data or FLEET_DATA\)\.\n$/,
    );
  });

  it("on a read-only file system, for a folder that is there and for a new one", async (context) => {
    const path = mountSmallDisk(context, 20);
    execFileSync("mount", ["-o", "remount,ro", path]);
    for (const data of [path, join(path, "new", "data")]) {
      expect(await refusal({ FLEET_DATA: data })).toMatch(/is on a read-only file system/);
    }
    expect(readdirSync(path)).toEqual([]);
  });

  it("on a full disk, where nothing is left", async (context) => {
    const path = mountSmallDisk(context, 20);
    expect(await refusal({ FLEET_DATA: join(path, "data") })).toMatch(/is full; the database needs 96 MB/);
    expect(readdirSync(path)).toEqual([]);
  });
});

/** The SHA-256 of every file below a directory, by its path. */
function checksums(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path, createHash("sha256").update(readFileSync(path)).digest("hex")];
  });
  expect(entries.length).toBeGreaterThan(100);
  return Object.fromEntries(entries);
}

describe("the shipped snapshot", () => {
  it("is found where the build puts it", () => {
    expect(shippedTemplate()).toMatch(/\/packages\/server\/dist\/template-[0-9a-f]{16}\.tar\.gz$/);
  });
});

/** One data directory for a suite, complete and closed. */
function useMadeDirectory(): () => string {
  const temporary = useTemporaryDirectories("suite");
  let path = "";
  beforeAll(async () => {
    path = join(temporary(), "data");
    const template = shippedTemplate();
    const db = await openDatabase({ kind: "directory", path }, template === null ? {} : { template });
    await db.close();
  });
  return () => path;
}
