import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog, manualClock } from "../../src/platform/index.ts";
import type { LogOptions } from "../../src/platform/index.ts";
import { fakeAuthenticate, fakeHandlers, fixedRequestId } from "../kernel/support/fake-service.ts";
import { call, exchangeBytes, openSocket, startHost } from "./support/running-host.ts";

/** A host with documentation whose log lines are kept. */
async function startLogged({ level = "info", format = "json" }: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const clock = manualClock(new Date("2026-01-15T08:30:00.000Z"));
  const log = createLog({ level, format, clock, write: (line) => void lines.push(line) });
  const docsDir = await mkdtemp(join(tmpdir(), "fleet-access-"));
  onTestFinished(() => rm(docsDir, { recursive: true }));
  await writeFile(join(docsDir, "index.html"), "<title>Fleet API</title>");
  let now = 0;
  const running = await startHost({
    kernel: {
      log,
      authenticate: async (...args) => ({ ...(await fakeAuthenticate(...args)), userId: 7 }),
      // A stream has one event, and ends only where it begins after another one.
      handlers: {
        ...fakeHandlers([]),
        monitoringStream: async (_work, { headers }) => ({
          events: (sink) => {
            sink.write(Buffer.from(event));
            if (headers["Last-Event-ID"] !== undefined) sink.end();
            return { drained: () => {}, closed: () => {} };
          },
        }),
      },
    },
    host: { log, docsDir, stopwatch: () => (now += 1.25) },
  });
  const entries = (): unknown[] => lines.map((line): unknown => JSON.parse(line));
  return { ...running, lines, entries };
}

const event = 'event: end\ndata: {"reason":"shutdown"}\n\n';
const time = "2026-01-15T08:30:00.000Z";
const usual = { time, level: "info", message: "request", ip: "127.0.0.1", duration_ms: 1.3 };

describe("the access log", () => {
  it("has one line for each request", async () => {
    const { port, entries } = await startLogged();
    const headers = { authorization: "bearer good" };
    const { text } = await call(port, { method: "GET", target: "/api/v1/units/listing?page=2", headers });
    await call(port, { method: "HEAD", target: "/api/v1/tests/ping" });
    await call(port, { method: "PUT", target: "/api/v1/tests/ping" });
    await call(port, { method: "GET", target: "/docs/" });
    const request_id = fixedRequestId;
    const [get, asked, put, docs] = entries();
    const listing = { method: "GET", path: "/api/v1/units/listing", operation: "unitsListing", user_id: 7 };
    expect(get).toEqual({ ...usual, ...listing, status: 200, request_id, bytes: Buffer.byteLength(text) });
    const ping = { path: "/api/v1/tests/ping", request_id };
    expect(asked).toEqual({ ...usual, ...ping, method: "HEAD", operation: "testsPing", status: 200, bytes: 0 });
    expect(put).toMatchObject({ ...usual, ...ping, method: "PUT", status: 405 });
    expect(docs).toEqual({ ...usual, method: "GET", path: "/docs/", status: 200, bytes: 24 });
    expect(entries()).toHaveLength(4);
  });

  it("counts the bytes of a stream, also of one that its reader leaves", async () => {
    const { port, entries } = await startLogged();
    const headers = { authorization: "bearer good" };
    const target = "/api/v1/monitoring/stream";
    const { text } = await call(port, { method: "GET", target, headers: { ...headers, "last-event-id": "WzEsMV0" } });
    const socket = await openSocket(port);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: bearer good\r\n\r\n`);
    for await (const chunk of socket) if (String(chunk).includes("\n\n")) break;
    await expect.poll(entries).toHaveLength(2);
    expect(entries()).toMatchObject([
      { status: 200, bytes: text.length },
      { status: 200, bytes: event.length, aborted: true },
    ]);
    expect(text).toBe(event);
  });

  it("has a form for people", async () => {
    const { port, lines } = await startLogged({ format: "pretty" });
    await call(port, { method: "GET", target: "/api/v1/tests/ping" });
    expect(lines).toEqual([
      `08:30:00 info  request method=GET path=/api/v1/tests/ping status=200 request_id=${fixedRequestId} operation=testsPing ip=127.0.0.1 bytes=74 duration_ms=1.3`,
    ]);
  });

  it("has what never became a request, and why", async () => {
    const { port, entries } = await startLogged();
    await exchangeBytes(port, "hello\r\n\r\n");
    await exchangeBytes(port, "CONNECT a.test:1 HTTP/1.1\r\nHost: a\r\n\r\n");
    const request_id = fixedRequestId;
    expect(entries()).toMatchObject([
      { message: "request", status: 400, request_id, ip: "127.0.0.1", cause: "HPE_INVALID_METHOD" },
      { message: "request", status: 405, request_id, ip: "127.0.0.1", cause: "CONNECT" },
    ]);
  });

  it("has one line for a request whose body turns out to be broken", async () => {
    const { port, entries } = await startLogged();
    const begin = "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    await exchangeBytes(port, `${begin}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    while (entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(entries()).toMatchObject([{ method: "POST", path: "/api/v1/auth/login", status: 400 }]);
  });

  it("says when the client left before its answer", async () => {
    const { port, entries } = await startLogged();
    const socket = await openSocket(port);
    socket.write(
      "POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    while (entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(entries()).toMatchObject([{ method: "POST", status: null, aborted: true }]);
  });

  it("has probes at the level debug only", async () => {
    const { port, entries } = await startLogged({ level: "debug" });
    await call(port, { method: "GET", target: "/livez" });
    expect(entries()).toMatchObject([{ level: "debug", path: "/livez", status: 200 }]);
  });

  it("shows the words of unknown paths that are words of the contract, and nothing else", async () => {
    const { port, entries } = await startLogged();
    for (const target of ["/api/v1/auth/registrations/abc", "/api/v1/units/listing/", "//api/v1/x", "/docs/absent"]) {
      await call(port, { method: "GET", target });
    }
    expect(entries()).toMatchObject([
      { path: "/api/v1/auth/*/*", status: 404 },
      { path: "/api/v1/units/listing/", status: 404 },
      { path: expect.not.stringContaining("x"), status: 404 },
      { path: "/docs/*", status: 404 },
    ]);
  });
});

const secret = fc.stringMatching(/^zq[0-9a-f]{14}$/);
/** A request with a secret somewhere: as bytes. */
const places: readonly ((planted: string) => string)[] = [
  ...[
    "/",
    "/api/v1/",
    "/api/v1/auth/registration/",
    "/api/v1/auth/registrations/",
    "/docs/",
    "/problems/",
    "/livez/",
  ].flatMap((prefix) => [
    (planted: string) => head(`GET ${prefix}${planted}`),
    (planted: string) => head(`POST ${prefix}${planted}/x`),
    (planted: string) =>
      head(`OPTIONS ${prefix}${planted}`, "Origin: https://a.test", "Access-Control-Request-Method: GET"),
  ]),
  (planted) => head(`GET //api/v1/auth/registration/${planted}`),
  (planted) => head(`GET /api/v1/auth/registration/${planted}%zz`),
  (planted) => head(`GET http://user:${planted}@a.test/api/v1/tests/ping`),
  (planted) => head(`GET http://${planted}.test/docs/`),
  ...["/api/v1/tests/ping", "/api/v1/units/listing", "/docs/", "/livez", "/"].flatMap((path) => [
    (planted: string) => head(`GET ${path}?${planted}=1`),
    (planted: string) => head(`GET ${path}?page=${planted}#${planted}`),
  ]),
  ...[
    "Authorization: bearer",
    "Authorization: Basic",
    "Cookie: a=",
    "Host:",
    "Content-Type:",
    "User-Agent:",
    "X-Forwarded-For:",
    "Expect:",
    "Transfer-Encoding:",
    "Connection:",
    "Content-Length:",
  ].map((field) => (planted: string) => head("GET /api/v1/units/listing", `${field} ${planted}`)),
  (planted) => head("GET /api/v1/units/listing", `${planted}: 1`),
  (planted) => body(JSON.stringify({ username: planted, password: planted })),
  (planted) => body(JSON.stringify({ [planted]: planted })),
  (planted) => body(`{"username":"${planted}`),
  (planted) => `${planted} /api/v1/tests/ping HTTP/1.1\r\nHost: a\r\n\r\n`,
  (planted) => `GET ${planted} HTTP/1.1\r\nHost: a\r\n\r\n`,
  (planted) => `GET / ${planted}\r\nHost: a\r\n\r\n`,
  (planted) => `GET / HTTP/1.1\r\n${planted}\r\n\r\n`,
  (planted) => `GET / HTTP/1.1\r\nHost: a\r\nX: \x01${planted}\r\n\r\n`,
  (planted) => `${planted}\r\n\r\n`,
  (planted) =>
    head("POST /api/v1/auth/login", "Content-Type: application/json", "Transfer-Encoding: chunked").concat(
      `${planted}\r\n`,
    ),
];
/** In these a secret is only known by its shape. */
const shapedPlaces: readonly ((planted: string) => string)[] = [
  (planted) => head("GET /api/v1/tests/ping", `X-Request-Id: ${planted}`),
  (planted) => head(`GET /api/v1/auth/permission/${planted}/action/view`, "Authorization: bearer good"),
];

function head(line: string, ...fields: string[]): string {
  const host = fields.some((field) => field.startsWith("Host:")) ? [] : ["Host: a"];
  return `${[`${line} HTTP/1.1`, ...host, "Connection: close", ...fields].join("\r\n")}\r\n\r\n`;
}

function body(text: string): string {
  const length = `Content-Length: ${Buffer.byteLength(text)}`;
  return head("POST /api/v1/auth/login", "Content-Type: application/json", length) + text;
}

describe("no log line", () => {
  it.each(["json", "pretty"] as const)("has a secret, wherever it stands in a request: %s", async (format) => {
    const { port, lines } = await startLogged({ format, level: "debug" });
    const shaped = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    const planted = fc.oneof(
      fc.tuple(fc.constantFrom(...places), secret),
      fc.tuple(fc.constantFrom(...shapedPlaces), shaped),
    );
    await fc.assert(
      fc.asyncProperty(planted, async ([request, value]) => {
        lines.length = 0;
        const socket = await connectOnce(port, request(value));
        await once(socket, "close");
        while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        expect(lines.join("\n")).not.toContain(value);
        expect(lines.filter((line) => line.includes("request"))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});

/** Sends bytes and closes this side, so that a server that waits for more answers as well. */
async function connectOnce(port: number, bytes: string) {
  const socket = await openSocket(port);
  socket.removeAllListeners("error").on("error", () => {});
  socket.resume().end(bytes, "latin1");
  return socket;
}
