import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { fileStore } from "../../../src/stores/file/file-store.ts";
import { rotatingServer, seeded } from "../../../src/testing/index.ts";
import type { SharedPlace } from "../processes/session-client.ts";
import { folder } from "./folder.ts";

/** A running script of `processes/`. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line that it writes; `undefined` when it has ended. */
  line(): Promise<string | undefined>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>;
}

/** Starts a script of `processes/` with type stripping, its code compiled once for all. */
export function start(script: string, ...args: (string | number)[]): Child {
  const file = new URL(`../processes/${script}.ts`, import.meta.url);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file.pathname, ...args.map(String)], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "fleet-compile-cache") },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, errors }));
    }),
  };
}

/** As {@link startTogetherAt}, on a file in a folder of its own. */
export async function startTogether(processes: number): Promise<number> {
  await using own = folder();
  return startTogetherAt({ kind: "file", path: own.at("session") }, processes);
}

/** Processes start at once on one empty store; every call of theirs gets its response. Resolves to the number of logins. */
export async function startTogetherAt(place: SharedPlace, processes: number): Promise<number> {
  const server = rotatingServer();
  const { baseUrl, close } = await server.listen();
  try {
    const children = Array.from({ length: processes }, () => start("session-client", JSON.stringify(place), baseUrl));
    for (const child of children) expect((await child.line()) ?? (await child.ended).errors).toBe("ready");
    for (const child of children) child.process.stdin?.write("go\n");
    const responses = await Promise.all(children.map((child) => child.line()));
    for (const child of children) expect(await child.ended).toMatchObject({ code: 0, errors: "" });
    expect(responses.filter((response) => response === "200 1")).toHaveLength(1);
    expect(responses.filter((response) => response === "200 0")).toHaveLength(processes - 1);
    return server.logins();
  } finally {
    await close();
  }
}

const staleMs = 100;

/**
 * Several writers of one file at once, each killed after some commits and followed by the next one, until so many were
 * killed. After every kill the record can be read, and no commit that a writer was told is done has been lost.
 */
export async function killWriters(kills: number, lanes = 2): Promise<number> {
  await using place = folder();
  const path = place.at("session");
  const store = fileStore(path, { staleMs });
  const random = seeded(kills);
  let left = kills;
  let acknowledged = 0;
  let killed = 0;

  const runOne = async (child: Child): Promise<void> => {
    const commits = 1 + Math.floor(random() * 3);
    for (let count = 0; count < commits; count++) {
      const line = await child.line();
      if (line === undefined) throw new Error(`a writer ended by itself: ${(await child.ended).errors}`);
      acknowledged = Math.max(acknowledged, Number(line));
    }
    const before = acknowledged;
    child.process.kill("SIGKILL");
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", errors: "" });
    killed++;
    const found = await store.read();
    expect(found?.token).toMatch(new RegExp(`^${found?.rev}\\.\\d+\\.x{2000}$`));
    expect(found?.rev).toBeGreaterThanOrEqual(before);
  };
  const lane = async (): Promise<void> => {
    // The next writer starts while this one works, so that starting costs no time.
    let next = start("writer", path, staleMs);
    while (left-- > 0) {
      const child = next;
      next = start("writer", path, staleMs);
      await runOne(child);
    }
    next.process.kill("SIGKILL");
    await next.ended;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await store.close?.();
  return killed;
}
