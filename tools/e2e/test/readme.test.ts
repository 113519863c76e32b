import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { snippets } from "@fleet-api-tools/repo-checks";
import { afterAll, describe, expect, it } from "vitest";
import { useServer } from "./support/service.ts";

const run = promisify(execFile);
const server = useServer();
const scratch = fileURLToPath(new URL(`../.snippets/readme-${process.pid}`, import.meta.url));
afterAll(() => rm(scratch, { recursive: true, force: true }));

const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
/** The README speaks of the default port; here any free one is used. */
const here = (text: string): string => text.replaceAll("http://127.0.0.1:4080/api/v1", server().baseUrl);

describe("README", () => {
  it("its snippets run as they stand", async () => {
    const runnable = snippets("README.md").filter((snippet) => snippet.run);
    expect(runnable.length).toBeGreaterThan(0);
    await mkdir(scratch, { recursive: true });
    for (const { code, line } of runnable) {
      const file = `${scratch}/readme-${line}.ts`;
      await writeFile(file, here(code));
      const { stdout, stderr } = await run(process.execPath, [file]);
      expect(stderr).toBe("");
      expect(stdout.split("\n")).toContain("View units true");
      expect(stdout.match(/^Demo Unit \d+$/gm)).toHaveLength(126);
    }
  });

  it("of the client: its writes run and print what it says", async () => {
    const runnable = snippets("packages/client/README.md").filter((snippet) => snippet.run);
    expect(runnable.length).toBeGreaterThan(0);
    await mkdir(scratch, { recursive: true });
    for (const { code, line, prints } of runnable) {
      const file = `${scratch}/client-${line}.ts`;
      await writeFile(file, here(code));
      expect(await run(process.execPath, [file])).toEqual({ stdout: prints, stderr: "" });
    }
  });

  it("its curl commands do what it says", async () => {
    const shell = [...readme.matchAll(/^```sh\n(curl[\s\S]*?)^```$/gm)].map(([, text = ""]) => here(text)).join("");
    const [login = "", list = ""] = shell.split(/^(?=curl -s ')/m);
    const { stdout: header } = await run("sh", ["-c", login]);
    expect(header).toMatch(/^authorization: bearer f1\./);
    const token = header.trim().replace(/^authorization: bearer /, "");
    const { stdout } = await run("sh", ["-c", list.replace("<ACCESS_TOKEN>", token)]);
    expect(JSON.parse(stdout).pagination).toEqual({ page: 2, per_page: 50, total: 126 });
  });
});
