import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readContract } from "../src/contract/document.ts";
import { contractOperations } from "../src/contract/operations.ts";
import { drift } from "../src/coverage/drift.ts";
import { undocumentedAnswers } from "../src/coverage/undocumented.ts";
import { demoUser, startDemoService, type DemoService } from "../src/service/demo-service.ts";
import type { Exchange } from "../src/traffic/har.ts";
import { record, type Recorder } from "../src/traffic/record.ts";
import { send } from "../src/traffic/send.ts";
import { runWorkflows } from "../src/workflows/run-workflows.ts";

const file = fileURLToPath(new URL("../../../spec/workflows/log-in.arazzo.yaml", import.meta.url));
const operations = contractOperations(await readContract());

let service: DemoService;
let recorder: Recorder;
beforeAll(async () => {
  service = await startDemoService();
  recorder = await record(service.server.baseUrl);
});
afterAll(async () => {
  await recorder[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe("running a workflow", () => {
  const run = (inputs: Record<string, string>, of = file) =>
    runWorkflows({ file: of, baseUrl: service.server.baseUrl, inputs });

  it("passes when every expectation holds", async () => {
    const [result, ...more] = await run({ ...demoUser("partner-admin") });
    expect(result).toMatchObject({ name: "log-in/log_in_and_use_the_token", passed: true, steps: 4, failures: [] });
    expect(more).toEqual([]);
  });

  it("fails when an expectation fails, and says in which step", async () => {
    const [result] = await run({ ...demoUser("partner-admin"), password: "not-the-password" });
    expect(result?.passed).toBe(false);
    expect(result?.failures[0]).toMatch(/^log_in \(answered with 401\): success criteria check: .*statusCode == 200/);
    expect(result?.failures.join()).not.toContain("not-the-password");
  });

  it("counts the steps that a jump leads to", async () => {
    const [result] = await runWorkflows({
      file: file.replace("log-in", "errors"),
      only: ["too_many_requests"],
      baseUrl: service.server.baseUrl,
      inputs: {},
    });
    expect(result).toMatchObject({ passed: true, steps: 12, failures: [] });
  });

  it("fails when the file cannot be run at all", async () => {
    const [result] = await run({}, "no-such.arazzo.yaml");
    expect(result).toMatchObject({ name: "no-such", passed: false, checks: 0 });
  });
});

describe("the recorder", () => {
  it("writes down what was sent as it was sent, and passes the answer on", async () => {
    const before = recorder.exchanges.length;
    const twice = [
      ["Authorization", "bearer a"],
      ["Authorization", "bearer b"],
    ] as const;
    const answer = await send(recorder.baseUrl, { method: "GET", path: "/tests/ping?a=%zz", headers: twice });
    const broken = await send(recorder.baseUrl, {
      method: "POST",
      path: "/auth/login",
      headers: [["Content-Type", "application/json"]],
      body: "{",
    });
    expect([answer.status, broken.status]).toEqual([400, 400]);
    const [first, second] = recorder.exchanges.slice(before);
    expect(first?.request.url).toBe("https://fleet.example.com/api/v1/tests/ping?a=%zz");
    expect(first?.request.headers.filter(({ name }) => name === "Authorization")).toHaveLength(2);
    expect(first?.response.content.text).toBe(answer.body);
    expect(second?.request.postData).toEqual({ mimeType: "application/json", text: "{" });
  });
});

describe("an answer that the contract does not have", () => {
  it("is found by both checks, and nothing in what the service really answers", async () => {
    const before = recorder.exchanges.length;
    await send(recorder.baseUrl, { method: "GET", path: "/tests/ping" });
    const [ping] = recorder.exchanges.slice(before);
    if (ping === undefined) throw new Error("Nothing was recorded.");
    expect(undocumentedAnswers(operations, [ping])).toEqual([]);
    const change = (from: string, to: string): Exchange => {
      const text = ping.response.content.text.replace(from, to);
      return { ...ping, response: { ...ping.response, content: { ...ping.response.content, text } } };
    };
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
});
