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

function detailOf(answer: string): unknown {
  const problem: { detail: unknown } = JSON.parse(answer.split("\r\n\r\n")[1] ?? "");
  return problem.detail;
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

const ping = "GET /api/v1/tests/ping HTTP/1.1";
const login = "POST /api/v1/auth/login HTTP/1.1";
const json = ["Host: a", "Content-Type: application/json"];
const chunked = "Transfer-Encoding: chunked";
const fields = Array.from({ length: 150 }, (_, index) => `X-${index}: a`);
const long = "x".repeat(20_000);

const wrong = (request: string, detail: string, status = 400): [string, number, string] => [request, status, detail];
const requestLine = "The request line does not have the form `METHOD /path HTTP/1.1`.";
const version = "The version of HTTP is not supported. Use HTTP/1.1.";
const method = "The service does not know this method. Methods are case-sensitive: GET, HEAD, POST, PUT and so on.";
const coding = "The only transfer coding is `chunked`. Send the body in chunks, or with Content-Length.";
const both = "The request has both Content-Length and Transfer-Encoding. Send one of them.";
const name = "A header name has a character that is not allowed there, or no colon follows it directly.";
const folded = "A header field is continued on the next line. Write it in one line.";
const target = "The request target does not begin with a slash, or has a character that must be percent-encoded.";
const badChunk = "A chunk of the body is malformed (RFC 9112 section 7.1).";
const tooLong = "The request line and headers have more than 16384 bytes.";
const lineEnd = "A line of the request does not end with CRLF.";

const wrongRequests = {
  "another protocol": wrong("hello\r\n\r\n", requestLine),
  "a mail server": wrong("EHLO a.test\r\n\r\n", method, 501),
  "a TLS handshake": wrong(
    "\x16\x03\x01\x02\x00\x01\x00",
    "The connection begins with a TLS handshake. This port speaks plain HTTP.",
  ),
  "the preface of HTTP/2": wrong("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/2 is not supported. Use HTTP/1.1."),
  "the version of HTTP/2": wrong(bytes("GET /api/v1/tests/ping HTTP/2.0", ["Host: a"]), version),
  "a version that never was": wrong(bytes("GET /api/v1/tests/ping HTTP/1.2", ["Host: a"]), version),
  "no version": wrong("GET /api/v1/tests/ping\r\n\r\n", version),
  "an unknown method": wrong(bytes("FOO /api/v1/tests/ping HTTP/1.1", ["Host: a"]), method, 501),
  "a method in lower case": wrong(bytes("get /api/v1/tests/ping HTTP/1.1", ["Host: a"]), method, 501),
  "a space in the path": wrong(
    bytes("GET /api/v1/tests/p ing HTTP/1.1", ["Host: a"]),
    `${requestLine} A space in the path is written %20.`,
  ),
  "a path without a slash": wrong(bytes("GET api/v1 HTTP/1.1", ["Host: a"]), target),
  "a control character in the path": wrong(bytes("GET /\x01 HTTP/1.1", ["Host: a"]), target),
  "a line that ends with LF": wrong("GET /api/v1/tests/ping HTTP/1.1\nHost: a\n\n", lineEnd),
  "a header that ends with LF": wrong(`${ping}\r\nHost: a\n\n`, lineEnd),
  "a space in a header name": wrong(bytes(ping, ["Host: a", "Bad Name: 1"]), name),
  "a space before a colon": wrong(bytes(ping, ["Host: a", "Bad : 1"]), name),
  "no colon": wrong(bytes(ping, ["Host: a", "Bad"]), name),
  "a control character in a header": wrong(
    bytes(ping, ["Host: a", "X: a\x01b"]),
    "A header value has a control character.",
  ),
  "a folded header": wrong(bytes(ping, ["Host: a", "X: a\r\n b"]), folded),
  "a folded first header": wrong(`${ping}\r\n Host: a\r\n\r\n`, folded),
  "a Host that is none": wrong(bytes(ping, ["Host: a b"]), "The Host header is not a host with a port."),
  "too many headers": wrong(
    bytes(ping, ["Host: a", ...fields]),
    "The request has 152 header fields; the limit is 100.",
    431,
  ),
  "too large headers": wrong(bytes(ping, ["Host: a", `X: ${long}`]), tooLong, 431),
  "a too long path": wrong(bytes(`GET /${long} HTTP/1.1`, ["Host: a"]), tooLong, 431),
  "too large trailers": wrong(
    bytes(login, [...json, chunked], `0\r\nX: ${long}\r\n\r\n`),
    "The trailer fields have more than 16384 bytes.",
    431,
  ),
  "two lengths": wrong(
    bytes(login, [...json, "Content-Length: 2", "Content-Length: 3"], "{}"),
    "Content-Length is given more than once.",
  ),
  "a length that is none": wrong(
    bytes(login, [...json, "Content-Length: two"], "{}"),
    "Content-Length is not a number of bytes.",
  ),
  "length and chunks": wrong(bytes(login, [...json, "Content-Length: 2", chunked], "0\r\n\r\n"), both),
  "chunks and length": wrong(bytes(login, [...json, chunked, "Content-Length: 2"], "0\r\n\r\n"), both),
  "an unknown transfer coding": wrong(bytes(login, [...json, "Transfer-Encoding: gzip"], "abc"), coding, 501),
  "an unknown transfer coding before chunks": wrong(
    bytes(login, [...json, "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
    coding,
    501,
  ),
  "an unknown transfer coding after chunks": wrong(
    bytes(login, [...json, "Transfer-Encoding: chunked, gzip"], "0\r\n\r\n"),
    coding,
    501,
  ),
  "chunks twice": wrong(
    bytes(login, [...json, chunked, chunked], "0\r\n\r\n"),
    "`chunked` is given once in Transfer-Encoding, and last.",
  ),
  "a bad chunk size": wrong(bytes(login, [...json, chunked], "zz\r\n"), badChunk),
  "a chunk that is too long": wrong(bytes(login, [...json, chunked], "1\r\nxy\r\n"), badChunk),
  "long chunk extensions": wrong(
    bytes(login, [...json, chunked], `1;${long}\r\nx\r\n`),
    "The chunk extensions of the body are too long. Leave them out.",
  ),
};

describe("what is no request", () => {
  it.each(Object.entries(wrongRequests))(
    "is answered with what is wrong: %s",
    async (_name, [request, status, detail]) => {
      const { port, logged } = await startHost();
      const answer = await exchangeBytes(port, Buffer.from(request, "latin1"));
      const code = { 400: "malformed_request", 431: "headers_too_large", 501: "not_implemented" }[status];
      expect(outcome(answer)).toEqual([status, code]);
      expect(detailOf(answer)).toBe(detail);
      expect(logged).toEqual([]);
    },
  );

  it.each([
    ["before its end", "GET / HTTP/1.1\r\nHo"],
    ["in the middle of its body", `${[login, ...json].join("\r\n")}\r\nContent-Length: 5\r\n\r\n{`],
  ])("is answered although its client has closed its side: a request that ends %s", async (_name, request) => {
    const { port } = await startHost();
    const socket = await openSocket(port);
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.end(request);
    await new Promise((resolve) => socket.on("close", resolve));
    expect(detailOf(answer)).toMatch(/^The connection (?:ended|closed) before/);
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

describe("a method that the server never has", () => {
  it.each([
    ["CONNECT a.test:443 HTTP/1.1", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ["CONNECT /api/v1/tests/ping HTTP/1.1", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ["TRACE /api/v1/tests/ping HTTP/1.1", "GET, HEAD, OPTIONS"],
    ["PROPFIND /api/v1/auth/login HTTP/1.1", "POST, OPTIONS"],
  ])("is answered with those that it has: %s", async (line, allow) => {
    const { port } = await startHost();
    const answer = await exchangeBytes(port, bytes(line, ["Host: a"]));
    expect(outcome(answer)).toEqual([405, "method_not_allowed"]);
    expect(/\r\nallow: ([^\r]*)/i.exec(answer)?.[1]).toBe(allow);
  });

  it("comes after the answers to earlier requests", async () => {
    const { port } = await startHost();
    const first = `${ping}\r\nHost: a\r\n\r\n`;
    const answers = await exchangeBytes(port, `${first}${bytes("CONNECT a.test:443 HTTP/1.1", ["Host: a"])}tunnelled`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 405"]);
  });

  it("is told for the server as a whole", async () => {
    const { port } = await startHost();
    const answer = await exchangeBytes(port, bytes("OPTIONS * HTTP/1.1", ["Host: a"]));
    expect(answer).toMatch(/^HTTP\/1\.1 204 [^]*\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i);
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
