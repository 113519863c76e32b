import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { contractHash } from "@fleet-api/contract/operations";
import type { RunningServer } from "@fleet-api/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contractOperations, readContract } from "../src/contract.ts";
import { drift } from "../src/coverage/drift.ts";
import { undocumentedAnswers } from "../src/coverage/undocumented.ts";
import { type Exchange, readTraffic } from "../src/exchange.ts";
import { demoInputs, startDemoService } from "../src/workflows/demo-service.ts";
import { runWorkflows } from "../src/workflows/run-workflows.ts";

const file = fileURLToPath(new URL("../../../spec/workflows/log-in.arazzo.yaml", import.meta.url));
const operations = contractOperations(readContract());

let server: RunningServer;
beforeAll(async () => {
  server = await startDemoService();
});
afterAll(() => server.close());

describe("running a workflow", () => {
  const run = (inputs: Readonly<Record<string, string>>, of = file) =>
    runWorkflows({ file: of, baseUrl: server.baseUrl, inputs });

  it("passes when every expectation holds", async () => {
    const [result, ...more] = await run(demoInputs());
    expect(result).toMatchObject({ name: "log-in/log_in_and_use_the_token", passed: true, steps: 4, failures: [] });
    expect(more).toEqual([]);
  });

  it("fails when an expectation fails, and says in which step", async () => {
    const [result] = await run({ ...demoInputs(), password: "not-the-password" });
    expect(result?.passed).toBe(false);
    expect(result?.failures[0]).toMatch(/^log_in \(answered with 401\): success criteria check: .*statusCode == 200/);
    expect(result?.failures.join()).not.toContain("not-the-password");
  });

  it("fails when the file cannot be run at all", async () => {
    const [result] = await run({}, "no-such.arazzo.yaml");
    expect(result).toMatchObject({ name: "no-such", passed: false, checks: 0 });
  });
});

describe("recorded traffic", () => {
  function recorded(contract: string): URL {
    const folder = mkdtempSync(join(tmpdir(), "fleet-traffic-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "embedded.json"), JSON.stringify({ contract, exchanges: [] }));
    return pathToFileURL(`${folder}/`);
  }

  it("is read when it is of this contract", async () => {
    await expect(readTraffic("embedded", recorded(contractHash))).resolves.toEqual([]);
  });

  it("is refused when it is missing or of another contract, and the error says what to run", async () => {
    const command = "run first: npx -y pnpm@12 test --only coverage";
    const folder = recorded("another");
    await expect(readTraffic("embedded", folder)).rejects.toThrow(`embedded.json is of another contract; ${command}`);
    await expect(readTraffic("postgres", folder)).rejects.toThrow(`postgres.json is missing; ${command}`);
  });
});

describe("an answer that the contract does not have", () => {
  it("is found by both checks, and nothing in what the service really answers", async () => {
    const response = await fetch(`${server.baseUrl}/tests/ping`);
    const ping: Exchange = {
      method: "GET",
      path: "/tests/ping",
      headers: {},
      body: null,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.text(),
    };
    expect(undocumentedAnswers(operations, [ping])).toEqual([]);
    const change = (from: string, to: string): Exchange => ({
      ...ping,
      responseBody: ping.responseBody.replace(from, to),
    });
    const unknownMember = change('"pong":true', '"pong":true,"extra":1');
    expect(undocumentedAnswers(operations, [unknownMember])).toEqual([
      "testsPing 200: body /data must NOT have additional properties (extra)",
    ]);
    const wrongType = change('"pong":true', '"pong":"yes"');
    expect(undocumentedAnswers(operations, [wrongType])).toContain("testsPing 200: body /data/pong must be boolean");
    const clean = await drift(operations, [ping]);
    expect(clean.findings).toEqual([]);
    expect(clean.totals.operations).toEqual({ covered: 1, total: operations.length });
    const found = await drift(operations, [wrongType]);
    expect(found.findings.join()).toMatch(/testsPing: .*pong/);
  });

  it("is not found in a bulk request of which the service says that items failed", async () => {
    const { username, password } = demoInputs();
    const post = async (path: string, body: object, authorization?: string): Promise<Exchange> => {
      const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(server.baseUrl + path, init);
      const responseHeaders = Object.fromEntries(response.headers);
      return { ...init, path, status: response.status, responseHeaders, responseBody: await response.text() };
    };
    const login = await post("/auth/login", { username, password });
    const body = { mode: "best_effort", match_on: "external_id", items: [{ external_id: "drift-1", name: 5 }] };
    const failed = await post("/units/import", body, login.responseHeaders["authorization"]);
    expect(failed.responseBody).toContain('"failed":1');
    expect((await drift(operations, [login, failed])).findings).toEqual([]);
    const silent = { ...failed, responseBody: failed.responseBody.replace('"failed":1', '"failed":0') };
    expect((await drift(operations, [login, silent])).findings.join()).toContain('"items[0].name" must be string');
  });
});
