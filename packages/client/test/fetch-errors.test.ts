import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createFleetClient } from "../src/index.ts";
import { baseUrl, jsonResponse } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";
import { serve } from "./support/server.ts";
import { transports } from "./support/transports.ts";

interface Facts {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  /** Safari's have none. */
  readonly stack?: undefined;
}

function errorOf({ name = "TypeError", message = "", ...more }: Facts): Error {
  return Object.defineProperty(Object.assign(new TypeError(message), more), "name", { value: name });
}

/** What Node rejects with when a proxy refuses the tunnel to the service. */
function proxyError(status: number): Facts {
  const refusal = errorOf({
    name: "AbortError",
    message: `Proxy response (${status}) !== 200 when HTTP Tunneling`,
    code: "UND_ERR_ABORTED",
  });
  return {
    message: "fetch failed",
    cause: errorOf({ name: "Error", message: "Request was cancelled.", cause: refusal }),
  };
}

/** What Deno rejects with: the cause has the words of the layer that failed. */
function denoError(message: string): Facts {
  return { message: "fetch failed", cause: errorOf({ name: "Error", message }) };
}

/** A value that throws whatever is done with it. */
function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** The same object, with members that throw when they are read. */
function hostile(target: object): object {
  const get = (): never => {
    throw new Error("tokne");
  };
  for (const name of ["name", "message", "code", "cause", "stack"]) Object.defineProperty(target, name, { get });
  return target;
}

/** What platforms reject with when a network fails, as read from them, or from their sources. */
const networkErrors: Record<string, Facts> = {
  "Node: refused": { message: "fetch failed", cause: errorOf({ message: "connect", code: "ECONNREFUSED" }) },
  "Node: no such host": { message: "fetch failed", cause: errorOf({ message: "getaddrinfo", code: "ENOTFOUND" }) },
  "Node: DNS is away": { message: "fetch failed", cause: errorOf({ message: "getaddrinfo", code: "EAI_AGAIN" }) },
  "Node: reset": { message: "fetch failed", cause: errorOf({ message: "read ECONNRESET", code: "ECONNRESET" }) },
  "Node: closed": { message: "fetch failed", cause: errorOf({ name: "SocketError", code: "UND_ERR_SOCKET" }) },
  "Node: no head": { message: "fetch failed", cause: errorOf({ code: "UND_ERR_HEADERS_TIMEOUT" }) },
  "Node: no connection": { message: "fetch failed", cause: errorOf({ code: "UND_ERR_CONNECT_TIMEOUT" }) },
  "Node: no HTTP": {
    message: "fetch failed",
    cause: errorOf({ name: "HTTPParserError", message: "Response does not" }),
  },
  "Node: no TLS": { message: "fetch failed", cause: errorOf({ code: "ERR_SSL_WRONG_VERSION_NUMBER" }) },
  "Node: certificate": { message: "fetch failed", cause: errorOf({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }) },
  "Node: issuer": { message: "fetch failed", cause: errorOf({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }) },
  "Node: body": { message: "terminated", cause: errorOf({ name: "SocketError", code: "UND_ERR_SOCKET" }) },
  "Node: both addresses": { message: "fetch failed", cause: errorOf({ name: "AggregateError", code: "ETIMEDOUT" }) },
  // Node 24 gives it no code.
  "Node: chunk": {
    message: "terminated",
    cause: errorOf({ name: "HTTPParserError", message: "Response does not match" }),
  },
  "Node: length": { message: "terminated", cause: errorOf({ code: "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" }) },
  "Node: HTTP/2": { message: "fetch failed", cause: errorOf({ name: "Error", code: "ERR_HTTP2_STREAM_ERROR" }) },
  "Node: HTTP/2, of undici": {
    message: "fetch failed",
    cause: errorOf({ name: "InformationalError", message: 'HTTP/2: "stream error" received', code: "UND_ERR_INFO" }),
  },
  "Node: proxy without a route": proxyError(502),
  "Node: TLS of the proxy": { message: "fetch failed", cause: errorOf({ code: "UND_ERR_PRX_TLS" }) },
  "node:http": { name: "Error", message: "socket hang up", code: "ECONNRESET" },
  "node:http: no HTTP": { name: "Error", message: "Parse Error: Expected HTTP/", code: "HPE_INVALID_CONSTANT" },
  Bun: { message: "ECONNREFUSED: Unable to connect. Is the computer able to access the url?", code: "ECONNREFUSED" },
  "Bun: TLS": { message: "EPROTO: The TLS handshake failed.", code: "EPROTO" },
  "Bun 1.1": { name: "Error", message: "Unable to connect.", code: "ConnectionRefused" },
  "Bun: no HTTP": { message: "Malformed_HTTP_Response fetching", code: "Malformed_HTTP_Response" },
  "Bun: chunk": { message: "InvalidHTTPResponse fetching", code: "InvalidHTTPResponse" },
  "Bun: HTTP/2": { message: "HTTP2StreamReset fetching", code: "HTTP2StreamReset" },
  Deno: { message: "fetch failed", cause: errorOf({ name: "Error", message: "error sending request for url (x)" }) },
  "Deno: reset": denoError("Connection reset by peer (os error 104)"),
  "Deno: HTTP/2": denoError("stream error received: refused stream before processing any application logic"),
  "Deno: HTTP/2 closed": denoError("stream closed because of a broken pipe"),
  "Deno: TLS closed": denoError("peer closed connection without sending TLS close_notify: https://docs.rs/rustls"),
  "Deno 1": { message: "error sending request for url (http://x/): client error (Connect)" },
  "Deno: body": { message: "error reading a body from connection" },
  Workers: { name: "Error", message: "Network connection lost." },
  "Workers: host": { name: "Error", message: "internal error; reference = i34b9cgs667l6r57uv9cq2fi" },
  Chrome: { message: "Failed to fetch" },
  "Chrome with the host": { message: "Failed to fetch (fleet.example.com)" },
  "Chrome: body": { message: "network error" },
  Firefox: { message: "NetworkError when attempting to fetch resource." },
  "Firefox: body": { message: "Error in input stream" },
  Safari: { message: "Load failed", stack: undefined },
  "Safari with Sentry": { message: "Load failed" },
  "Safari: body": { message: "The network connection was lost." },
  "Safari in German": { message: "Die Netzwerkverbindung wurde unterbrochen.", stack: undefined },
  "React Native": { message: "Network request failed" },
  "node-fetch": { name: "FetchError", message: "request to http://x failed, reason: x", code: "ECONNREFUSED" },
  "node-fetch: body": { name: "FetchError", message: "Premature close", code: "ERR_STREAM_PREMATURE_CLOSE" },
  "node-fetch: time": { name: "FetchError", message: "network timeout at: http://x" },
  Electron: { name: "Error", message: "net::ERR_CONNECTION_REFUSED" },
  axios: { name: "AxiosError", message: "Network Error", code: "ERR_NETWORK" },
  XMLHttpRequest: { name: "NetworkError", message: "A network error occurred." },
  "a wrapper": { name: "Error", message: "proxy failed", cause: errorOf({ message: "Failed to fetch" }) },
  "Promise.any: all mirrors": {
    name: "AggregateError",
    message: "All promises were rejected",
    errors: [errorOf({ message: "Failed to fetch" }), errorOf({ code: "ECONNRESET" })],
  },
};

/** What is no network's fault: kind, and the words that are shown. */
const mistakes: Record<string, [Facts, shown: string]> = {
  "Node: URL": [
    {
      message: "Failed to parse URL from /units/canary",
      cause: errorOf({ message: "Invalid URL", code: "ERR_INVALID_URL" }),
    },
    "fetch failed: Failed to parse URL from * (TypeError ERR_INVALID_URL)",
  ],
  "Node: header": [
    { message: 'Headers.append: "bearer canary\n" is an invalid header value.' },
    "fetch failed: Headers.append: * is an invalid header value. (TypeError)",
  ],
  "Node: scheme": [
    { message: "fetch failed", cause: errorOf({ name: "Error", message: "unknown scheme" }) },
    "fetch failed: unknown scheme (TypeError)",
  ],
  "Node: port": [{ message: "fetch failed", cause: errorOf({ name: "Error", message: "bad port" }) }, ": bad port"],
  "Node: redirects": [
    { message: "fetch failed", cause: errorOf({ name: "Error", message: "redirect count exceeded" }) },
    "redirect count exceeded",
  ],
  "Node: login of the proxy": [proxyError(407), "fetch failed: Proxy response * * * when HTTP Tunneling (TypeError)"],
  "Node: closed dispatcher": [
    { message: "fetch failed", cause: errorOf({ message: "The client is destroyed", code: "UND_ERR_DESTROYED" }) },
    "The client is destroyed (TypeError UND_ERR_DESTROYED)",
  ],
  "Node: long headers": [
    {
      message: "fetch failed",
      cause: errorOf({ message: "Headers Overflow Error", code: "UND_ERR_HEADERS_OVERFLOW" }),
    },
    "Headers Overflow Error",
  ],
  "Node: a bug in an interceptor": [
    { message: "fetch failed", cause: errorOf({ name: "ReferenceError", message: "tokne is not defined" }) },
    "fetch failed: tokne is not defined (TypeError)",
  ],
  "Node: zlib": [
    { message: "terminated", cause: errorOf({ message: "incorrect header check", code: "Z_DATA_ERROR" }) },
    "incorrect header check",
  ],
  "Node: HTTP/2 header": [
    { message: "fetch failed", cause: errorOf({ message: "Invalid value", code: "ERR_HTTP2_INVALID_HEADER_VALUE" }) },
    "Invalid value",
  ],
  "Node: TLS context": [
    { message: "tlsOptions must be an object", code: "ERR_TLS_INVALID_CONTEXT" },
    "tlsOptions must be an object",
  ],
  "Node: dispatcher": [{ message: "fetch failed", cause: errorOf({ code: "UND_ERR_INVALID_ARG" }) }, "fetch failed"],
  "Node: mocks": [
    { message: "fetch failed", cause: errorOf({ code: "UND_MOCK_ERR_MOCK_NOT_MATCHED" }) },
    "fetch failed",
  ],
  "Bun: URL": [
    { message: "fetch() URL is invalid", code: "ERR_INVALID_URL" },
    "URL is invalid (TypeError ERR_INVALID_URL)",
  ],
  "Bun: redirects": [
    { message: "TooManyRedirects: The response", code: "TooManyRedirects" },
    "TooManyRedirects: The response",
  ],
  "Deno: URL": [{ message: "Invalid URL: 'http://[canary'" }, "fetch failed: Invalid URL: * (TypeError)"],
  "Deno: port": [{ message: "Fetch failed: Requests to port 6000 are blocked" }, "Requests to port * are blocked"],
  "Deno: rights": [
    { name: "NotCapable", message: 'Requires net access to "127.0.0.1:80"' },
    "Requires net access to * (NotCapable)",
  ],
  "Electron: scheme": [{ name: "Error", message: "net::ERR_UNKNOWN_URL_SCHEME" }, "fetch failed: *"],
  "Workers: URL": [{ message: "Fetch API cannot load: foo://canary/y" }, "Fetch API cannot load: * (TypeError)"],
  "Chrome: header": [
    { message: "Failed to execute 'fetch' on 'Window': Invalid value" },
    "Failed to execute 'fetch' on 'Window': Invalid value",
  ],
  ...Object.fromEntries(
    [
      "Connection closed by my pool",
      "Connection refused by policy",
      "CERTAIN fields are missing",
      "Network request limit reached",
      "Network connection of the tenant is missing",
      "network error: no such profile",
      "fetch failed: tokne is not defined",
      "internal error; call support",
      "EPIPELINE is not configured",
      "error reading a body from the cache",
      "Permission denied (os error 13)",
    ].map((message) => [message, [{ name: "Error", message }, "fetch failed: "]]),
  ),
  "a bug after a network failure": [
    { name: "ReferenceError", message: "tokne is not defined", cause: errorOf({ message: "Failed to fetch" }) },
    "fetch failed: tokne is not defined (ReferenceError)",
  ],
  "a bug that quotes a network failure": [
    { message: "Failed to fetch", cause: errorOf({ message: "tokne.get is not a function" }) },
    "fetch failed: Failed to fetch (TypeError)",
  ],
  "mirrors, one with a bug": [
    {
      name: "AggregateError",
      message: "All promises were rejected",
      errors: [errorOf({ message: "Failed to fetch" }), errorOf({ message: "tokne is not defined" })],
    },
    "All promises were rejected",
  ],
  "no mirrors": [{ name: "AggregateError", message: "All promises were rejected", errors: [] }, "All promises"],
  ReferenceError: [
    { name: "ReferenceError", message: "tokne is not defined" },
    "tokne is not defined (ReferenceError)",
  ],
  "a property of undefined": [
    { message: "Cannot read properties of undefined (reading 'url')" },
    "Cannot read properties of undefined (reading 'url') (TypeError)",
  ],
  "a file": [
    { name: "Error", message: "ENOENT: no such file, open '/run/canary1'", code: "ENOENT" },
    "no such file, open *",
  ],
  JSON: [{ name: "SyntaxError", message: `Unexpected token 'c', "canary" is not valid JSON` }, "* is not valid JSON"],
};

describe.each(transports)("an error of fetch through the transport over %s", (_name, transport) => {
  it.each(Object.entries(networkErrors))("is network, and sent again: %s", async (_platform, facts) => {
    const fetch = vi.fn(() => Promise.reject(errorOf(facts)));
    const platform = fakePlatform();
    const fleet = createFleetClient({ baseUrl, transport, fetch, ...platform });
    const result = await platform.finish(fleet.tests.ping());
    expect(result).toMatchObject({ kind: "network", status: null, meta: { attempts: 3 } });
  });

  it.each(Object.entries(mistakes))("is no network: %s", async (_mistake, [facts, shown]) => {
    const error = errorOf(facts);
    const fetch = vi.fn(() => Promise.reject(error));
    const result = await createFleetClient({ baseUrl, transport, fetch }).tests.ping();
    expect(result).toMatchObject({ kind: "unexpected", status: null, meta: { attempts: 1 } });
    if (result.ok || result.kind === "http") return expect.unreachable();
    expect(result.error.message).toContain(shown);
    expect(result.error.message).not.toContain("canary");
    expect(result.error.cause).toBe(error);
  });

  it.each<[string, () => unknown]>([
    ["throws before it returns", () => { throw new ReferenceError("tokne is not defined"); }], // prettier-ignore
    ["rejects with a string", () => Promise.reject("tokne is not defined")],
    ["rejects with undefined", () => Promise.reject(undefined)],
    ["rejects with an object", () => Promise.reject({ tokne: 1 })],
    ["rejects with an object without a prototype", () => Promise.reject(Object.create(null))],
    ["rejects with a symbol", () => Promise.reject(Symbol("tokne"))],
    ["rejects with a message that is no string", () => Promise.reject({ message: Symbol("tokne"), code: Symbol("c") })],
    ["rejects with a TypeError that is no error", () => Promise.reject({ name: "TypeError", message: "tokne" })],
    ["rejects with a proxy that was revoked", () => Promise.reject(revokedProxy())],
    ["rejects with an object whose members throw", () => Promise.reject(hostile({}))],
    ["rejects with an error whose members throw", () => Promise.reject(hostile(new TypeError("tokne")))],
    ["gives nothing", () => undefined],
    ["gives a promise of nothing", () => Promise.resolve()],
    ["gives what looks like a response", () => ({ status: 200, headers: new Headers() })],
  ])("is unexpected when fetch %s", async (_what, fetch) => {
    const result = await createFleetClient({ baseUrl, transport, fetch: fetch as never }).tests.ping();
    expect(result).toMatchObject({ ok: false, kind: "unexpected", status: null, meta: { attempts: 1 } });
    expect(JSON.stringify(result)).toContain("unexpected");
  });

  it("of a body is network where the network failed, and else unexpected, with what the head said", async () => {
    const broken = (error: Error) => async () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(error) }), {
        headers: { "x-request-id": "r-1" },
      });
    for (const [kind, error, shown] of [
      [
        "network",
        errorOf({ message: "terminated" }),
        "the response was cut off (TypeError); the service had answered 200",
      ],
      ["unexpected", errorOf({ message: "Gzip decompression failed." }), "Gzip decompression failed. (TypeError)"],
    ] as const) {
      const fetch = broken(error);
      const result = await createFleetClient({ baseUrl, transport, fetch, retry: false }).tests.ping();
      expect(result).toMatchObject({ kind, status: 200, meta: { requestId: "r-1" } });
      expect(!result.ok && result.kind !== "http" && result.error.message).toContain(shown);
    }
  });

  it.each([
    ["AbortError", "abort"],
    ["TimeoutError", "timeout"],
  ])("is a %s of its own", async (name, kind) => {
    const fetch = () => Promise.reject(new DOMException("canary", name));
    const result = await createFleetClient({ baseUrl, transport, fetch, retry: false }).tests.ping();
    expect(result).toMatchObject({ kind, status: null });
  });
});

it("is network, and sent again, when it comes from another realm", async () => {
  const foreign: unknown = runInNewContext(`
    new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) })`);
  expect(foreign).not.toBeInstanceOf(Error);
  const result = await createFleetClient({ baseUrl, fetch: () => Promise.reject(foreign), retry: false }).tests.ping();
  expect(result).toMatchObject({ kind: "network" });
});

it("is no network without a stack where no error has one", async () => {
  const { stackTraceLimit } = Error;
  const fetch = (): Promise<Response> => {
    // @ts-expect-error -- V8 then gives no error a stack
    Error.stackTraceLimit = undefined;
    return Promise.reject(new TypeError("tokne is not defined"));
  };
  const call = createFleetClient({ baseUrl, fetch, retry: false }).tests.ping();
  const result = await call.finally(() => (Error.stackTraceLimit = stackTraceLimit));
  expect(result).toMatchObject({ kind: "unexpected" });
});

it("hides URLs, words with digits or signs, text in double quotes, and several words in single quotes", async () => {
  const secret = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{3,60}[0-9][A-Za-z0-9_-]{0,60}$/),
    fc.stringMatching(/^f1\.[0-9]{1,6}\.[A-Za-z0-9_-]{43}$/),
    fc.stringMatching(/^[a-z]{1,9}=[a-z]{3,9}$/),
  );
  const sentence = fc.stringMatching(/^[A-Za-z]{4,9} [a-z ]{2,30}[a-z]$/);
  const asWord = fc.constantFrom(
    (text: string) => `Failed to parse URL from https://x.example.com/auth/registration/${text}`,
    (text: string) => `invalid header value ${text}`,
  );
  const inQuotes = fc.constantFrom(
    (text: string) => `cannot send {"password":"${text}"}`,
    (text: string) => `Unexpected token in "${text}`,
    (text: string) => `Invalid URL: '${text}'`,
  );
  const samples = fc.oneof(fc.tuple(secret, fc.oneof(asWord, inQuotes)), fc.tuple(sentence, inQuotes));
  await fc.assert(
    fc.asyncProperty(samples, async ([text, message]) => {
      const fetch = () => Promise.reject(new TypeError(message(text)));
      const result = await createFleetClient({ baseUrl, fetch }).tests.ping();
      if (result.ok || result.kind === "http") return expect.unreachable();
      expect(result.error.message).not.toContain(text);
    }),
  );
});

it("keeps a message short, however long it is", async () => {
  const fetch = () => Promise.reject(new Error("a ".repeat(1e6)));
  const result = await createFleetClient({ baseUrl, fetch }).tests.ping();
  expect(!result.ok && result.kind !== "http" && result.error.message.length).toBeLessThan(400);
});

it("is read from the platform itself: nothing listens, the connection ends, the URL is none", async () => {
  const server = await serve((_seen, response) => void response.socket?.destroy());
  const kindOf = async (url: string): Promise<unknown> => {
    const fetch = () => globalThis.fetch(url);
    const result = await createFleetClient({ baseUrl, fetch, retry: false }).tests.ping();
    return result.ok || result.kind;
  };
  expect(await kindOf(await closedUrl())).toBe("network");
  expect(await kindOf(server.baseUrl)).toBe("network");
  expect(await kindOf("http://[")).toBe("unexpected");
  expect(await kindOf("http://127.0.0.1:6000/")).toBe("unexpected");
});

/** A URL at which nothing listens any more. */
async function closedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

it.each([
  [null, "(TypeError)"],
  [7, "(TypeError)"],
  ["E_OWN", "(TypeError E_OWN)"],
])("names the code of an error if it is a string: %j", async (code, label) => {
  const fetch = () => Promise.reject(Object.assign(new TypeError("own words"), { code }));
  const result = await createFleetClient({ baseUrl, fetch }).tests.ping();
  expect(!result.ok && result.kind !== "http" && result.error.message).toBe(
    `testsPing: fetch failed: own words ${label}`,
  );
});

it("a call may have a fetch of its own", async () => {
  const fetch = async (): Promise<Response> => expect.unreachable();
  const own = vi.fn(async () => jsonResponse({ data: {} }));
  for (const [, transport] of transports) {
    const fleet = createFleetClient({ baseUrl, transport, fetch });
    expect(await fleet.tests.ping({}, { fetch: own })).toMatchObject({ ok: true });
    expect(await fleet.units.listing({}, { fetch: own })).toMatchObject({ kind: "unexpected" });
  }
  expect(own).toHaveBeenCalledTimes(4);
});
