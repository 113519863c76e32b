import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, problemOf, startHost } from "./support/running-host.ts";

async function startWithDocs() {
  const docsDir = await mkdtemp(join(tmpdir(), "fleet-docs-"));
  onTestFinished(() => rm(docsDir, { recursive: true }));
  await writeFile(join(docsDir, "index.html"), "<!doctype html><title>Fleet API</title>");
  return startHost({ host: { docsDir } });
}

describe("documentation", () => {
  it("is served under /docs/ with a policy that forbids other origins", async () => {
    const { port } = await startWithDocs();
    const { status, headers, text } = await call(port, { method: "GET", target: "/docs/" });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("Fleet API");
    expect(headers["content-security-policy"]).toContain("default-src 'self'; ");
    expect(headers["content-security-policy"]).not.toMatch(/https?:|\*/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it.each([
    ["/", "/docs/"],
    ["/docs", "/docs/"],
  ])("%s leads to %s", async (target, location) => {
    const { port } = await startWithDocs();
    const answer = await call(port, { method: "GET", target });
    expect(Math.floor(answer.status / 100)).toBe(3);
    expect(answer.headers["location"]).toBe(location);
  });

  it.each([
    ["GET", "/docs/absent.html", 404],
    ["GET", "/docs/%zz", 400],
    ["GET", "/docs/../package.json", 400],
    ["GET", "/docs/%2e%2e/package.json", 400],
    ["POST", "/docs/index.html", 405],
    ["POST", "/docs/", 405],
    ["DELETE", "/docs", 405],
    ["TRACE", "/docs/absent.html", 405],
    ["POST", "/", 405],
  ])("answers a problem to %s %s", async (method, target, status) => {
    const { port } = await startWithDocs();
    expect(problemOf(await call(port, { method, target }))["status"]).toBe(status);
  });

  it("parses no body", async () => {
    const { port } = await startWithDocs();
    const headers = { "content-type": "application/json" };
    const answer = await call(port, { method: "POST", target: "/docs/index.html", headers, body: "{" });
    expect(problemOf(answer)["code"]).toBe("method_not_allowed");
    expect(answer.headers["allow"]).toBe("GET, HEAD, OPTIONS");
  });

  it("names its methods", async () => {
    const { port } = await startWithDocs();
    const { status, headers } = await call(port, { method: "OPTIONS", target: "/docs/" });
    expect([status, headers["allow"]]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  it("is found under an absolute target as well", async () => {
    const { port } = await startWithDocs();
    expect((await call(port, { method: "GET", target: "http://a.test/docs/" })).text).toContain("Fleet API");
  });

  it("does not stand in the way of the contract", async () => {
    const { port } = await startWithDocs();
    expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
  });

  it("is a 404 problem without a folder", async () => {
    const { port } = await startHost();
    expect(problemOf(await call(port, { method: "GET", target: "/docs/" }))["code"]).toBe("not_found");
  });
});
