import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, problemOf, startHost } from "./support/running-host.ts";

async function startWithDocs(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const docsDir = await mkdtemp(join(tmpdir(), "fleet-docs-"));
  onTestFinished(() => rm(docsDir, { recursive: true }));
  await writeFile(join(docsDir, "index.html"), "<!doctype html><title>Fleet API</title>");
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(docsDir, file)), { recursive: true });
    await writeFile(join(docsDir, file), text);
  }
  return startHost({ host: { docsDir } });
}

describe("documentation", () => {
  it("is served under /docs/ with a policy that forbids other origins", async () => {
    const { port } = await startWithDocs();
    const { status, headers, text } = await call(port, { method: "GET", target: "/docs/" });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("Fleet API");
    expect(headers["content-security-policy"]).toContain(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; ",
    );
    expect(headers["content-security-policy"]).not.toMatch(/https?:|\*|unsafe/);
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
    ["/docs/v1/problems/gone", "/docs/v1/problems/gone/", 301],
    ["/problems/gone", "/docs/v1/problems/gone/", 302],
    ["/problems", "/docs/v1/problems/", 302],
    ["/problems/", "/docs/v1/problems/", 302],
  ])("the type of a problem: %s leads to %s", async (target, location, status) => {
    const { port } = await startWithDocs({ "v1/problems/gone/index.html": "gone", "v1/problems/index.html": "all" });
    const answer = await call(port, { method: "GET", target });
    expect([answer.status, answer.headers["location"]]).toEqual([status, location]);
    expect((await call(port, { method: "GET", target: location })).status).toBe(200);
  });

  it.each(["/problems/nothing", "/problems/constructor", "/problems/gone/x"])("knows no problem %s", async (target) => {
    const { port } = await startWithDocs();
    expect(problemOf(await call(port, { method: "GET", target }))["code"]).toBe("not_found");
  });

  it("shows the site's own page for a path that leads nowhere", async () => {
    const { port } = await startWithDocs({ "404.html": "<title>Page not found</title>" });
    const { status, headers, text } = await call(port, { method: "GET", target: "/docs/v1/absent/" });
    expect([status, headers["content-type"], text]).toEqual([
      404,
      "text/html; charset=utf-8",
      "<title>Page not found</title>",
    ]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'; ");
  });

  it.each([{ "if-none-match": "*" }, { range: "bytes=0-3" }, { "if-match": '"x"' }])(
    "shows that page whatever %j says",
    async (headers) => {
      const { port } = await startWithDocs({ "404.html": "<title>Page not found</title>" });
      const answer = await call(port, { method: "GET", target: "/docs/absent", headers });
      expect([answer.status, answer.text]).toEqual([404, "<title>Page not found</title>"]);
    },
  );

  it("sends a compressed file to a client that takes it", async () => {
    const text = "a".repeat(1000);
    const { port } = await startWithDocs({ "v1/a/index.html": text, "v1/a/index.html.gz": gzipSync(text) });
    const headers = { "accept-encoding": "gzip, br" };
    const answer = await call(port, { method: "GET", target: "/docs/v1/a/", headers });
    expect([answer.status, answer.headers["content-encoding"], answer.headers["content-type"]]).toEqual([
      200,
      "gzip",
      "text/html; charset=utf-8",
    ]);
    expect(answer.headers["vary"]).toMatch(/accept-encoding/i);
    const plain = await call(port, { method: "GET", target: "/docs/v1/a/" });
    expect([plain.headers["content-encoding"], plain.text]).toEqual([undefined, text]);
  });

  it("lets browsers keep files whose names change with their content, and ask for all others", async () => {
    const { port } = await startWithDocs({
      "v1/assets/site.0123456789.css": "a{}",
      "v1/assets/sandbox-pglite.0123456789.wasm.gz": "a",
      "v1/assets/plain.css": "a{}",
    });
    const cacheOf = async (target: string) => (await call(port, { method: "GET", target })).headers["cache-control"];
    expect(await cacheOf("/docs/v1/assets/site.0123456789.css")).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf("/docs/v1/assets/sandbox-pglite.0123456789.wasm.gz")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect(await cacheOf("/docs/v1/assets/plain.css")).toBe("no-cache");
    expect(await cacheOf("/docs/")).toBe("no-cache");
  });

  it("allows WebAssembly in the worker of the sandbox, and only there", async () => {
    const { port } = await startWithDocs({
      "v1/assets/sandbox-worker.0123456789.js": "a",
      "v1/assets/sandbox.0123456789.js": "a",
      "v1/assets/x-sandbox-worker.0123456789.js": "a",
    });
    const policyOf = async (name: string) =>
      (await call(port, { method: "GET", target: `/docs/v1/assets/${name}` })).headers["content-security-policy"];
    expect(await policyOf("sandbox-worker.0123456789.js")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(await policyOf("sandbox.0123456789.js")).not.toContain("unsafe");
    expect(await policyOf("x-sandbox-worker.0123456789.js")).not.toContain("unsafe");
  });

  it("sends a file that is compressed anyway as it is", async () => {
    const bytes = gzipSync("a".repeat(1000));
    const { port } = await startWithDocs({ "v1/assets/sandbox-pglite.0123456789.wasm.gz": bytes });
    const { status, headers } = await call(port, {
      method: "GET",
      target: "/docs/v1/assets/sandbox-pglite.0123456789.wasm.gz",
      headers: { "accept-encoding": "gzip, br" },
    });
    expect([status, headers["content-encoding"], headers["content-length"]]).toEqual([
      200,
      undefined,
      String(bytes.length),
    ]);
  });

  it("allows inline scripts and styles in the reference as one file, and only there", async () => {
    const { port } = await startWithDocs({ "v1/reference.html": "all", "v1/x-reference.html": "no" });
    const policyOf = async (target: string) =>
      (await call(port, { method: "GET", target })).headers["content-security-policy"];
    expect(await policyOf("/docs/v1/reference.html")).toContain("script-src 'unsafe-inline'; worker-src blob:; ");
    expect(await policyOf("/docs/v1/x-reference.html")).not.toContain("unsafe");
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
