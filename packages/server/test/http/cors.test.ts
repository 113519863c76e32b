import document from "@fleet-api/contract/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { call, startHost } from "./support/running-host.ts";

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
      "Authorization, WWW-Authenticate, Allow, Date, Retry-After, X-Request-Id, Location, ETag",
    );
  });

  it("exposes every response header of the contract that browsers do not expose by themselves", async () => {
    const { port } = await startHost();
    const answer = await call(port, { method: "GET", target, headers: { origin: page, authorization: "bearer good" } });
    const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase().split(", ");
    const documented = Object.values(document.paths)
      .flatMap((item): { responses?: Record<string, { headers?: object }> }[] => Object.values(item))
      // Parameters of a path stand next to its operations.
      .flatMap(({ responses = {} }) => Object.values(responses))
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
