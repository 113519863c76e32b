import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, runKillableStart, runStart } from "./support/start-process.ts";

let scratch = "";
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "fleet-start-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("start", () => {
  it("--once runs the quick start and exits with its status", async () => {
    const { code, stdout, stderr } = await runStart("--memory", "--once", "--port", "0").ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("demo-partner-admin");
    expect(stdout).toContain("The newest token is held.");
  });

  it("serves until it is interrupted, and keeps its data", async () => {
    const data = join(scratch, "kept");
    const first = runStart("--data", data, "--port", "0");
    const [, baseUrl = ""] = await first.line(address);
    await first.line(/Serving until/);
    const login = await fetch(`${baseUrl}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "demo-partner-admin", password: "fleet-demo-partner-admin" }),
    });
    const authorization = login.headers.get("authorization") ?? "";

    const second = await runStart("--data", data, "--port", "0").ended;
    expect(second.code).toBe(1);
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toMatch(/kept is in use by process \d+.*--data/);

    first.kill("SIGINT");
    expect((await first.ended).code).toBe(0);

    const third = runStart("--data", data, "--port", "0");
    const [, again = ""] = await third.line(address);
    const { status } = await fetch(`${again}/auth/token`, { headers: { authorization } });
    expect(status).toBe(200);
    third.kill("SIGTERM");
    expect((await third.ended).code).toBe(0);
  });

  it("lets 25 units drive, unless it is started with --no-simulator", async () => {
    const quiet = runStart("--memory", "--port", "0", "--no-simulator");
    await quiet.line(/Serving until/);
    quiet.kill("SIGTERM");
    expect((await quiet.ended).stdout).not.toContain("units drive");

    const lively = runStart("--memory", "--port", "0");
    const [, baseUrl = ""] = await lively.line(address);
    await lively.line(/25 units drive/);
    const login = await fetch(`${baseUrl}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "demo-partner-admin", password: "fleet-demo-partner-admin" }),
    });
    const authorization = login.headers.get("authorization") ?? "";
    // So few seconds old are only the positions of units that report now.
    const count = async (): Promise<number> => {
      const latest = `${baseUrl}/monitoring/positions/latest?max_age_s=6&per_page=200`;
      return (await (await fetch(latest, { headers: { authorization } })).json()).pagination.total;
    };
    await expect.poll(count).toBeGreaterThanOrEqual(25);
    lively.kill("SIGTERM");
    const { code, stderr } = await lively.ended;
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("ends with status 1 and the reason when its in-memory database is lost", async () => {
    const lost = runKillableStart("--memory", "--port", "0");
    await lost.line(/Serving until/);
    lost.kill("SIGUSR2");
    const { code, stderr } = await lost.ended;
    // The log of the server comes before.
    expect([code, stderr.trim().split("\n").at(-1)]).toEqual([
      1,
      expect.stringMatching(/^The in-memory database is lost/),
    ]);
  });

  it("names a port that is in use and the way out, in one line", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const bound = holder.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    const { code, stderr } = await runStart("--memory", "--port", String(port)).ended;
    holder.close();
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`${port}.*--port`));
  });

  it.each([
    [["--port", "abc"], /--port must be a number/],
    [["--memory", "--data", "x"], /exclude each other/],
    [["--prot", "1"], /--prot/],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await runStart(...args).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("    at ");
  });

  it("leaves a directory alone that is not its own", async () => {
    await writeFile(join(scratch, "precious.txt"), "keep me");
    const { code, stderr } = await runStart("--data", scratch, "--port", "0").ended;
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("--data");
  });
});
