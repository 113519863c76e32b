import { describe, expect, it } from "vitest";
import { commandLineHost } from "../src/hosts/host.ts";
import { type Answer, askAll } from "../src/questions.ts";
import { lastWords, runProgram } from "../src/program.ts";

const cwd = import.meta.dirname;
const node = (code: string, timeoutMs?: number) =>
  runProgram(process.execPath, ["-e", code], timeoutMs === undefined ? { cwd } : { cwd, timeoutMs });

describe("a program", () => {
  it("ends with its code and its words", async () => {
    const end = await node("console.log('a'); console.error('b'); process.exit(3)");
    expect(end).toEqual({ code: 3, stdout: "a\n", stderr: "b\n" });
    expect(lastWords(end)).toBe("a\nb");
  });

  it("that takes too long, or that is not there, fails", async () => {
    const late = await node("setInterval(() => undefined, 1000)", 300);
    expect(late).toMatchObject({ code: 124, stderr: "ended after 300 ms\n" });
    expect(await runProgram("no-such-program", [], { cwd })).toMatchObject({ code: 127 });
    expect(lastWords({ code: 5, stdout: "", stderr: " \n" })).toBe("ended with exit code 5");
  });
});

describe("a runtime on the command line", () => {
  const host = commandLineHost({ name: "here", tells: /^node/, program: process.execPath, flags: ["-e"] });

  it("gives what the script prints, and fails for warnings", async () => {
    await expect(host.runScript?.("console.log(process.argv[1])", ["x"], cwd)).resolves.toBe("x\n");
    await expect(host.runScript?.("console.error('a warning')", [], cwd)).rejects.toThrow("a warning");
    await expect(host.runScript?.("process.exit(2)", [], cwd)).rejects.toThrow("ended with exit code 2");
  });

  it("says why it cannot be had", () => {
    expect(host.whyNot()).toBeUndefined();
    const missing = commandLineHost({ name: "bun", tells: /^bun/, program: undefined });
    expect(missing.whyNot()).toMatch(/^bun: no npm package has a program for /);
  });
});

describe("questions", () => {
  it("are all asked, two at a time, and a rejection is an objection", async () => {
    let open = 0;
    let most = 0;
    const question = (name: string, objections: readonly string[] | Error) => ({
      name,
      async ask() {
        most = Math.max(most, ++open);
        await Promise.resolve();
        open--;
        if (objections instanceof Error) throw objections;
        return objections;
      },
    });
    const answers: Answer[] = [];
    const questions = [
      question("a", []),
      question("b", ["bad"]),
      question("c", new Error("broken")),
      question("d", []),
    ];
    await askAll(questions, (answer) => answers.push(answer));
    expect(answers.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "a", objections: [] },
      { name: "b", objections: ["bad"] },
      { name: "c", objections: ["broken"] },
      { name: "d", objections: [] },
    ]);
    expect(most).toBe(2);
  });
});
