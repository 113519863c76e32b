import { describe, expect, it } from "vitest";
import { exchangeBytes, openSocket, startHost } from "./support/running-host.ts";

const path = "/api/v1/units/listing";

/** A request as bytes; the connection is closed after the answer. */
function bytes(requestLine: string, headers: readonly string[], body = ""): string {
  return `${requestLine}\r\n${["Connection: close", ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/** Status and problem code of a raw answer. */
function outcome(answer: string): [number, unknown] {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  const problem: { code: unknown; status: unknown; request_id: unknown } = JSON.parse(body);
  const status = Number(head.split(" ")[1]);
  expect(problem.status).toBe(status);
  expect(head.toLowerCase()).toContain(`x-request-id: ${String(problem.request_id).toLowerCase()}`);
  return [status, problem.code];
}

describe("what fetch cannot send", () => {
  it.each([
    ["two Authorization headers", ["Host: a", "Authorization: bearer good", "Authorization: bearer good"], 400],
    ["two in one line", ["Host: a", "Authorization: bearer good, bearer old"], 400],
    ["no Host", ["Authorization: bearer good"], 400],
    ["two Hosts", ["Host: a", "Host: b", "Authorization: bearer good"], 400],
  ])("%s", async (_name, headers, status) => {
    const { port } = await startHost();
    expect(outcome(await exchangeBytes(port, bytes(`GET ${path} HTTP/1.1`, headers)))).toEqual([
      status,
      "malformed_request",
    ]);
  });

  it("two Content-Type headers", async () => {
    const { port } = await startHost();
    const headers = ["Host: a", "Content-Type: application/json", "Content-Type: text/plain", "Content-Length: 2"];
    const answer = await exchangeBytes(port, bytes("POST /api/v1/auth/login HTTP/1.1", headers, "{}"));
    expect(outcome(answer)).toEqual([400, "malformed_request"]);
  });

  it.each([
    ["raw UTF-8 in the query", `GET ${path}?partner_id=\xc5\xbe HTTP/1.1`],
    ["raw UTF-8 in a path parameter", "GET /api/v1/auth/permission/\xc5\xbe/action/view HTTP/1.1"],
  ])("%s", async (_name, line) => {
    const { port } = await startHost();
    const request = Buffer.from(bytes(line, ["Host: a", "Authorization: bearer good"]), "latin1");
    expect(outcome(await exchangeBytes(port, request))).toEqual([400, "malformed_request"]);
  });
});

describe("what is no request", () => {
  it.each([
    ["no HTTP", "hello\r\n\r\n", 400],
    ["an unknown method", bytes("BREW /api/v1/tests/ping HTTP/1.1", ["Host: a"]), 400],
    [
      "two lengths",
      bytes("POST /api/v1/auth/login HTTP/1.1", ["Host: a", "Content-Length: 2", "Content-Length: 3"], "{}"),
      400,
    ],
    [
      "length and chunks",
      bytes(
        "POST /api/v1/auth/login HTTP/1.1",
        ["Host: a", "Content-Length: 2", "Transfer-Encoding: chunked"],
        "0\r\n\r\n",
      ),
      400,
    ],
    [
      "a bad chunk size",
      bytes(
        "POST /api/v1/auth/login HTTP/1.1",
        ["Host: a", "Content-Type: application/json", "Transfer-Encoding: chunked"],
        "zz\r\n",
      ),
      400,
    ],
    ["a space in a header name", bytes("GET /api/v1/tests/ping HTTP/1.1", ["Host: a", "Bad Name: 1"]), 400],
    [
      "more than 16 KiB of headers",
      bytes("GET /api/v1/tests/ping HTTP/1.1", ["Host: a", `X-Large: ${"x".repeat(20_000)}`]),
      431,
    ],
  ])("is answered as a problem: %s", async (_name, request, status) => {
    const { port, logged } = await startHost();
    const code = status === 431 ? "headers_too_large" : "malformed_request";
    expect(outcome(await exchangeBytes(port, request))).toEqual([status, code]);
    expect(logged).toEqual([]);
  });

  it("leaves other connections alone", async () => {
    const { port, origin } = await startHost();
    await exchangeBytes(port, "hello\r\n\r\n");
    expect((await fetch(`${origin}/api/v1/tests/ping`)).status).toBe(200);
  });

  it("a client that leaves in the middle of its body is no failure of the service", async () => {
    const { port, logged, kernel } = await startHost();
    const headers = ["Host: a", "Content-Type: application/json", "Content-Length: 100"];
    const socket = await openSocket(port);
    socket.end(bytes("POST /api/v1/auth/login HTTP/1.1", headers, '{"user'));
    await new Promise((resolve) => socket.resume().on("close", resolve));
    expect(kernel.basePath).toBe("/api/v1");
    expect(logged).toEqual([]);
  });
});

describe("Expect: 100-continue", () => {
  const head = (length: number): string =>
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;

  it("asks for the body only when it is wanted", async () => {
    const { port } = await startHost();
    const body = '{"username":"a","password":"right"}';
    const socket = await openSocket(port);
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      if (text.endsWith("HTTP/1.1 100 Continue\r\n\r\n")) socket.write(body);
    });
    socket.write(head(body.length));
    await new Promise((resolve) => socket.on("close", resolve));
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it("takes no notice of other expectations", async () => {
    const { port } = await startHost();
    const answer = await exchangeBytes(port, bytes("GET /api/v1/tests/ping HTTP/1.1", ["Host: a", "Expect: tea"]));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("refuses a body that is too large before it is sent, and ends the connection", async () => {
    const { port } = await startHost();
    const answer = await exchangeBytes(port, head(2_000_000).replace("Connection: close\r\n", ""));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(outcome(answer)).toEqual([413, "payload_too_large"]);
  });
});

describe("a client that is too slow", () => {
  it.each([
    ["headers", { headersMs: 40, requestMs: 60_000 }, "GET /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\n"],
    [
      "body",
      { headersMs: 40, requestMs: 50 },
      "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
  ])("gets 408 and is cut off: %s", async (_name, timeouts, request) => {
    const { port, logged } = await startHost({ host: { timeouts } });
    expect(outcome(await exchangeBytes(port, request))).toEqual([408, "request_timeout"]);
    expect(logged).toEqual([]);
  });
});
