import { operationsOf } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { describe, expect, it } from "vitest";
import { call, exchangeBytes, startHost } from "./support/running-host.ts";

const target = "/api/v1/units/listing";
const page = "https://fleet.example.com";
const preflight = {
  origin: page,
  "access-control-request-method": "GET",
  "access-control-request-headers": "authorization",
};

/** Fetch standard, "CORS-safelisted response-header name". */
const safelisted = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
]);

describe("CORS", () => {
  it("answers a preflight without a token", async () => {
    const { port, calls } = await startHost();
    const { status, headers, text } = await call(port, { method: "OPTIONS", target, headers: preflight });
    expect([status, text]).toEqual([204, ""]);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, PUT, PATCH, DELETE");
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type, X-Request-Id");
    expect(headers["access-control-max-age"]).toBe("86400");
    expect(calls).toEqual([]);
  });

  it("lets pages send the header parameters of the contract", async () => {
    const { port } = await startHost({ host: { cors: { origins: "*", headers: ["If-Match"] } } });
    const { headers } = await call(port, { method: "OPTIONS", target, headers: preflight });
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type, X-Request-Id, If-Match");
  });

  it("answers the preflight of an unknown path too, so that the page sees the 404 and not a CORS error", async () => {
    const { port } = await startHost();
    const answer = await call(port, { method: "OPTIONS", target: "/api/v1/nowhere", headers: preflight });
    expect(answer.status).toBe(204);
  });

  it.each([
    ["success", "bearer old", 200],
    ["401", "bearer nobody", 401],
    ["403", "bearer poor", 403],
  ])("exposes the rotation header with %s", async (_name, authorization, status) => {
    const { port } = await startHost();
    const answer = await call(port, { method: "GET", target, headers: { origin: page, authorization } });
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["access-control-expose-headers"]).toBe(
      "Authorization, WWW-Authenticate, Allow, Date, Retry-After, X-Request-Id, Location, ETag, Idempotency-Replayed",
    );
  });

  it("exposes every response header of the contract that browsers do not expose by themselves", async () => {
    const { port } = await startHost();
    const answer = await call(port, { method: "GET", target, headers: { origin: page, authorization: "bearer good" } });
    const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase().split(", ");
    const documented = operationsOf(readDocument(import.meta.resolve("@fleet-api/contract/openapi.json")))
      .flatMap(({ operation }) => Object.values(operation.responses))
      .flatMap(({ headers = {} }) => Object.keys(headers).map((name) => name.toLowerCase()));
    expect([...new Set(documented)].filter((name) => !safelisted.has(name) && !exposed.includes(name))).toEqual([]);
  });

  it("names only the origins that it was given", async () => {
    const { port } = await startHost({ host: { cors: { origins: [page] } } });
    const headers = { authorization: "bearer good" };
    const known = await call(port, { method: "GET", target, headers: { ...headers, origin: page } });
    const other = await call(port, {
      method: "GET",
      target,
      headers: { ...headers, origin: "https://other.example.com" },
    });
    expect(known.headers["access-control-allow-origin"]).toBe(page);
    expect(known.headers["vary"]).toBe("Origin");
    expect(other.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

/** Requests that no handler sees, without their end; each may have further header lines. */
const refused = {
  "an unknown method (501)": ["FOO / HTTP/1.1\r\nHost: a\r\n", "\r\n"],
  "an unknown transfer coding (501)": ["POST / HTTP/1.1\r\nHost: a\r\n", "Transfer-Encoding: gzip\r\n\r\n"],
  "a malformed request line (400)": ["GET /a b HTTP/1.1\r\nHost: a\r\n", "\r\n"],
  "two hosts (400)": ["GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "\r\n"],
  "too large headers (431)": ["GET / HTTP/1.1\r\nHost: a\r\n", `X: ${"x".repeat(20_000)}\r\n\r\n`],
  "too many headers (431)": ["GET / HTTP/1.1\r\nHost: a\r\n", `${"X: x\r\n".repeat(150)}\r\n`],
  "a body that breaks off (400)": [
    `POST ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: bearer good\r\n`,
    "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  "CONNECT (405)": ["CONNECT a:1 HTTP/1.1\r\nHost: a\r\n", "\r\n"],
  "a broken path of a file (400)": ["GET /docs/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", "\r\n"],
} as const;

/** The header fields of the last response, by lower-case name. */
function fieldsOf(responses: string): Map<string, string> {
  const head = responses.slice(responses.lastIndexOf("HTTP/1.1 ")).split("\r\n\r\n")[0] ?? "";
  return new Map(
    head
      .split("\r\n")
      .slice(1)
      .map((line) => [line.split(": ")[0]?.toLowerCase() ?? "", line.slice(line.indexOf(": ") + 2)]),
  );
}

describe.each(Object.entries(refused))("the response to %s", (_case, [start, end]) => {
  const send = async (origins: "*" | string[], ...fields: string[]): Promise<Map<string, string>> => {
    const { port } = await startHost({ host: { cors: { origins } } });
    return fieldsOf(await exchangeBytes(port, `${start}${fields.map((field) => `${field}\r\n`).join("")}${end}`));
  };

  it("may be read by every page where all may call", async () => {
    for (const fields of [[`Origin: ${page}`], []]) {
      const headers = await send("*", ...fields);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    }
  });

  it("may be read by the page that sent it where that may call, and by no other", async () => {
    const origins = ["https://first.example.com", page];
    const known = await send(origins, `origin:  ${page} `);
    expect([known.get("access-control-allow-origin"), known.get("vary")]).toEqual([page, "Origin"]);
    const other = await send(origins, "Origin: https://other.example.com");
    expect([other.get("access-control-allow-origin"), other.get("vary")]).toEqual([undefined, "Origin"]);
  });
});

describe("a response to bytes that name no origin", () => {
  it("may be read by the only origin that may call, and by none of several", async () => {
    const only = await startHost({ host: { cors: { origins: [page] } } });
    expect(fieldsOf(await exchangeBytes(only.port, "hello\r\n\r\n")).get("access-control-allow-origin")).toBe(page);
    const several = await startHost({ host: { cors: { origins: [page, "https://other.example.com"] } } });
    const headers = fieldsOf(await exchangeBytes(several.port, "hello\r\n\r\n"));
    expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([undefined, "Origin"]);
  });

  it("does not take the origin of an earlier request on the connection", async () => {
    const { port } = await startHost({ host: { cors: { origins: [page, "https://other.example.com"] } } });
    const first = `GET /livez HTTP/1.1\r\nHost: a\r\nOrigin: ${page}\r\n\r\n`;
    const headers = fieldsOf(await exchangeBytes(port, `${first}FOO / HTTP/1.1\r\nHost: a\r\n\r\n`));
    expect(headers.get("access-control-allow-origin")).toBeUndefined();
  });

  it("reads a long line in linear time", async () => {
    const { port } = await startHost({ host: { cors: { origins: [page, "https://other.example.com"] } } });
    const headers = fieldsOf(await exchangeBytes(port, `GET / HTTP/1.1\r\nOrigin:${" ".repeat(60_000)}x\r\n\r\n`));
    expect(headers.get("access-control-allow-origin")).toBeUndefined();
  });
});
