import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { codeBlocks } from "@fleet-api-tools/repo-checks";
import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { admin, useServer } from "./support/service.ts";

const hasRequests = canImportRequests();
if (!hasRequests) console.log("skipped: the gateway in Python needs Requests: apt-get install python3-requests");

function canImportRequests(): boolean {
  try {
    execFileSync("python3", ["-c", "import requests"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** What becomes of a request with positions on its way. */
type Fate = "pass" | "lose the response" | 401 | 429 | 503;

/** A proxy in front of a service, which lets requests with positions meet their fates one after another, and then pass. */
async function unreliable(origin: string, fates: Fate[]): Promise<string> {
  const proxy = createServer((request, response) => {
    const fate = (request.url?.endsWith("/monitoring/positions") && fates.shift()) || "pass";
    meet(fate, request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  async function meet(fate: Fate, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (typeof fate === "number") {
      response.writeHead(fate, { "retry-after": "0" }).end();
      return;
    }
    const { method = "GET", url = "", headers } = request;
    const passedOn = { "content-type": "application/json", authorization: headers.authorization ?? "" };
    const answer = await fetch(`${origin}${url}`, { method, headers: passedOn, ...(body.length > 0 && { body }) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fate !== "pass") response.destroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
  }
}

describe.skipIf(!hasRequests)("the guide's gateway in Python", () => {
  // The service replaces the token on every use, so that the program has to follow it.
  const server = useServer({
    settings: { memory: true, port: 0, demo: true, log_level: "silent", rotate_after_ms: 0 },
  });

  test("stores each position once, whatever becomes of its requests, and reports the items that fail", async () => {
    const { baseUrl } = server();
    const begin = Date.now() - 3_600_000 * 30;
    const track = Array.from({ length: 700 }, (_, step) => ({
      unit_id: 3,
      recorded_at: new Date(begin + step * 1_000).toISOString(),
      latitude: step === 600 ? 91 : 0.1,
      longitude: -30,
    }));

    const origin = await unreliable(new URL(baseUrl).origin, ["lose the response", 503, 401, 429, "pass", 503]);
    const { stdout, stderr } = await forward(origin, track);

    expect(stdout).toBe("0 stored, 500 duplicates\n199 stored, 0 duplicates\n");
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringMatching(/'latitude': 91.*must be a number from -90 to 90/),
    ]);
    const fleet = createFleetClient({ baseUrl, ...createAuth({ baseUrl, credentials: admin }).bind() });
    const period = { from: new Date(begin).toISOString(), to: new Date(begin + 3_600_000).toISOString() };
    const stored = await fleet.monitoring.history({ query: { unit_id: 3, ...period } }).toArray();
    expect(stored.map(({ recorded_at }) => recorded_at)).toEqual(
      track.flatMap(({ recorded_at }, step) => (step === 600 ? [] : [recorded_at])),
    );
  });

  async function forward(origin: string, positions: readonly object[]): Promise<{ stdout: string; stderr: string }> {
    const folder = await mkdtemp(join(tmpdir(), "fleet-gateway-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [program = ""] = codeBlocks("packages/docs/guides/19-send-and-read-positions.md", "python");
    await writeFile(join(folder, "gateway.py"), program.replace("http://127.0.0.1:4080", origin));
    const env = { ...process.env, API_USER: admin.username, API_PASSWORD: admin.password };
    const gateway = spawn("python3", ["gateway.py"], { cwd: folder, env });
    gateway.stdin.end(positions.map((each) => JSON.stringify(each)).join("\n"));
    const [stdout, stderr] = await Promise.all([text(gateway.stdout), text(gateway.stderr)]);
    return { stdout, stderr };
  }
});
