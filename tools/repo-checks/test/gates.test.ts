import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { readArguments } from "../src/gates/main.ts";
import { createProcesses, gateEnvironment, wantsColour } from "../src/gates/processes.ts";
import type { Gate, GateResult } from "../src/gates/gate-list.ts";
import { gateReport, runGate, runStages, skipReasons, summaryLine } from "../src/gates/run-stages.ts";

const counts = { of: "files", pattern: String.raw`^looked at ([\d,]+) files` };
const gate = (name: string, lock?: string): Gate => ({ name, commands: [], counts, ...(lock ? { lock } : {}) });
const result = (of: Gate, status: GateResult["status"] = "passed", fields: Partial<GateResult> = {}): GateResult => ({
  gate: of,
  status,
  seconds: 1.25,
  cpuSeconds: null,
  counted: 0,
  output: "",
  skips: [],
  ...fields,
});
const node = (code: string): Gate => ({ name: "script", commands: [{ bin: "node", args: ["-e", code] }], counts });
const context = () => ({ root: process.cwd(), env: { ...process.env }, processes: createProcesses(), now: () => 0 });

describe("runStages", () => {
  /** Gates that end only when the test says so. */
  function controlled() {
    const ends = new Map<string, (status: GateResult["status"]) => void>();
    const started: string[] = [];
    const reported: string[] = [];
    const run = (which: Gate): Promise<GateResult> => {
      started.push(which.name);
      return new Promise((resolve) => {
        ends.set(which.name, (status) => resolve(result(which, status)));
      });
    };
    const listener = { running: () => {}, done: (done: GateResult) => void reported.push(done.gate.name) };
    const end = async (name: string, status: GateResult["status"] = "passed"): Promise<void> => {
      ends.get(name)?.(status);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    };
    return { run, listener, started, reported, end };
  }

  it("runs two at a time, keeps locked ones apart, reports in list order, and goes on after a failure", async () => {
    const { run, listener, started, reported, end } = controlled();
    const stages = [[gate("a", "turbo"), gate("b", "turbo"), gate("c"), gate("d")], [gate("e")]];
    const all = runStages(stages, run, listener);
    expect(started).toEqual(["a", "c"]);
    await end("c");
    expect(started).toEqual(["a", "c", "d"]);
    expect(reported).toEqual([]);
    await end("a", "failed");
    expect(started).toEqual(["a", "c", "d", "b"]);
    expect(reported).toEqual(["a"]);
    await end("b");
    expect(started).not.toContain("e");
    await end("d");
    expect(reported).toEqual(["a", "b", "c", "d"]);
    await end("e");
    const results = await all;
    expect(results.map(({ gate: { name }, status }) => `${name} ${status}`)).toEqual([
      "a failed",
      "b passed",
      "c passed",
      "d passed",
      "e passed",
    ]);
  });

  it("starts what reads the results of another gate when that has ended, or at once where it does not run", async () => {
    const { run, listener, started, end } = controlled();
    const reader: Gate = { ...gate("reader"), after: "writer" };
    const both = runStages([[reader, gate("writer"), gate("other")]], run, listener);
    expect(started).toEqual(["writer", "other"]);
    await end("other");
    expect(started).toEqual(["writer", "other"]);
    await end("writer");
    expect(started).toEqual(["writer", "other", "reader"]);
    await end("reader");
    await both;
    const alone = runStages([[reader]], run, listener);
    expect(started.slice(3)).toEqual(["reader"]);
    await end("reader");
    await alone;
  });

  it("skips what would read the results of a gate that failed", async () => {
    const { run, listener, started, end } = controlled();
    const both = runStages([[gate("writer"), { ...gate("reader"), after: "writer" }]], run, listener);
    await end("writer", "failed");
    const results = await both;
    expect(started).toEqual(["writer"]);
    expect(results[1]).toMatchObject({ status: "skipped", skips: ["writer did not pass"] });
  });
});

describe("runGate", () => {
  it("captures both streams in full and the exit code", async () => {
    const { status, output } = await runGate(
      node(`console.log("out"); console.error("err"); process.exitCode = 3`),
      context(),
    );
    expect(status).toBe("failed");
    expect(output).toContain("out\n");
    expect(output).toContain("err\n");
    expect(output).toContain("ended with exit code 3");
  });

  it("adds up what the commands looked at, and fails a gate that looked at nothing", async () => {
    const two = node(`console.log("\\u001b[1mlooked at 3 files\u001b[0m\\nlooked at 1,004 files")`);
    expect(await runGate(two, context())).toMatchObject({ status: "passed", counted: 1007 });
    for (const text of ["looked at 0 files", "nothing to do"]) {
      const idle = await runGate(node(`console.log(${JSON.stringify(text)})`), context());
      expect(idle).toMatchObject({ status: "failed", counted: 0 });
      expect(idle.output).toContain("The gate looked at no files");
    }
  });

  it("stops a gate at its first failing command", async () => {
    const commands = [...node("process.exitCode = 1").commands, ...node(`console.log("second")`).commands];
    const { output } = await runGate({ name: "two", commands, counts }, context());
    expect(output).not.toContain("second\n");
  });

  it("says how to install a program that is not there", async () => {
    const { status, output } = await runGate(
      { name: "x", commands: [{ bin: "no-such-program", args: [] }], counts },
      context(),
    );
    expect(status).toBe("failed");
    expect(output).toContain("no-such-program is not installed; run: npx -y pnpm@12 install");
  });

  it("collects the reasons of parts that were skipped, also behind turbo's prefix and in colour", () => {
    const output = "skipped: no chromium\n@x/e2e:e2e: \u001b[33mskipped: no network\u001b[39m\nwas skipped: not this\n";
    expect(skipReasons(output)).toEqual(["no chromium", "no network"]);
  });

  it("ends whole process groups, and starts nothing after", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const inner = `require("node:net").connect(${port}, "127.0.0.1")`;
    const outer = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}])`;
    const { processes, ...rest } = context();
    const gates = runGate(node(outer), { ...rest, processes });
    const [grandchild] = (await once(server, "connection")) as [Socket];
    const gone = once(
      grandchild.on("error", () => {}),
      "close",
    );
    await processes.end("SIGKILL");
    await gone;
    const late = processes.run(execPath, ["-e", ""], process.cwd(), process.env);
    expect(await Promise.race([gates, late, Promise.resolve("neither passed nor failed")])).toBe(
      "neither passed nor failed",
    );
    server.close();
  });
});

describe("report", () => {
  it("shows mark, name and seconds of a gate that passed, and what it skipped", () => {
    const text = gateReport(result(gate("e2e"), "passed", { skips: ["no chromium"] }), "test", 5, false);
    expect(text).toBe("✓ e2e      1.3 s\n    skipped: no chromium");
  });

  it("shows the output of a gate that prints figures", () => {
    const text = gateReport(
      result({ ...gate("weight"), prints: true }, "passed", { output: "a 1\n" }),
      "test",
      6,
      false,
    );
    expect(text).toBe("✓ weight    1.3 s\n\na 1\n");
  });

  it("shows the CPU seconds of a gate, and how much it looked at", () => {
    const text = gateReport(result(gate("e2e"), "passed", { cpuSeconds: 2.04, counted: 1234 }), "test", 5, false);
    expect(text).toBe("✓ e2e      1.3 s    2.0 CPU s  1,234 files");
  });

  it("shows all output of a gate that failed, and how to run it alone", () => {
    const types: Gate = { name: "types", counts, commands: [{ bin: "redocly", in: "tools/a", args: ["lint", "x"] }] };
    const output = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n");
    const text = gateReport(result(types, "failed", { output }), "verify", 5, false);
    expect(text).toContain(output);
    expect(text).toContain("run it alone: npx -y pnpm@12 verify --only types");
    expect(text).toContain("which runs:   redocly lint x   (redocly of tools/a)");
  });

  it("colours only the marks and only when asked", () => {
    expect(gateReport(result(gate("a")), "test", 1, true)).toBe("\u001b[32m✓\u001b[39m a    1.3 s");
  });

  it("counts in the last line, and names skips only when there are some", () => {
    const [a, b] = [result(gate("a")), result(gate("b"), "failed")];
    expect(summaryLine([a, b], 61.4)).toBe("1 passed, 1 failed (61 s)");
    const costly = result(gate("c"), "skipped", { cpuSeconds: 100.6 });
    expect(summaryLine([a, b, costly], 1)).toBe("1 passed, 1 failed, 1 skipped (1 s, 101 CPU s)");
  });
});

describe("readArguments", () => {
  const names = (args: readonly string[]): string[] =>
    readArguments(args)
      .stages.flat()
      .map(({ name }) => name);

  it("knows three modes; test is verify and more, and test:full has all that test has", () => {
    expect(names(["test"]).slice(0, names(["verify"]).length)).toEqual(names(["verify"]));
    expect(names(["test"])).toEqual(expect.arrayContaining(["unit", "consumers", "docs", "e2e"]));
    expect(names(["test:full"])).toEqual(expect.arrayContaining(names(["test"])));
  });

  it.each([[["test", "--only", "types"]], [["test", "--", "--only", "types"]], [["test", "--only=types"]]])(
    "picks one gate: %j",
    (args) => {
      expect(names(args)).toEqual(["types"]);
    },
  );

  it("names what it does not know, and what it knows", () => {
    expect(() => readArguments(["verify", "--only", "unit"])).toThrow('"unit" is not a gate; the gates are codegen, ');
    expect(() => readArguments(["verify", "--fast"])).toThrow('"--fast" is not an option; usage: ');
    expect(() => readArguments([])).toThrow('"" is not a mode; usage: ');
  });
});

describe("gateEnvironment", () => {
  it("switches telemetry off, puts the repository's binaries first, and never sets both colour switches", () => {
    const plain = gateEnvironment({ PATH: "/bin", FORCE_COLOR: "1" }, "/r", false);
    expect(plain).toMatchObject({
      TURBO_TELEMETRY_DISABLED: "1",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    });
    expect(plain.PATH).toBe("/r/node_modules/.bin:/bin");
    expect([plain.NO_COLOR, plain.FORCE_COLOR]).toEqual(["1", undefined]);
    const coloured = gateEnvironment({ NO_COLOR: "1" }, "/r", true);
    expect([coloured.NO_COLOR, coloured.FORCE_COLOR]).toEqual([undefined, "1"]);
  });

  it("colours on a terminal unless NO_COLOR, and elsewhere only with FORCE_COLOR", () => {
    expect([wantsColour({}, true), wantsColour({}, false)]).toEqual([true, false]);
    expect([
      wantsColour({ NO_COLOR: "1" }, true),
      wantsColour({ FORCE_COLOR: "0" }, true),
      wantsColour({ FORCE_COLOR: "1" }, false),
    ]).toEqual([false, false, true]);
  });
});
