import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestHead } from "../../src/kernel/index.ts";
import { textOf } from "../../src/kernel/reply.ts";
import { anyRequest } from "../http/support/any-request.ts";
import { fakeService } from "./support/fake-service.ts";

const { kernel, logged } = fakeService();

/** Any bytes that a host could hand over as a target, not only those that a URL parser lets through. */
const anyTarget = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => `/api/v1/units/listing?${text}`),
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => `/api/v1/auth/registration/${text}`),
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => `/api/v1/auth/permission/${text}/action/${text}?${text}`),
);
const anyValues = fc.array(
  fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("bearer good", "bearer old", "application/json")),
  {
    maxLength: 2,
  },
);

describe("any request", () => {
  it("gets a success or a problem of the contract, never a failure", async () => {
    const parts = fc.record({
      wanted: anyRequest,
      target: fc.option(anyTarget),
      values: fc.dictionary(
        fc.constantFrom("authorization", "content-type", "x-request-id", "content-encoding"),
        anyValues,
      ),
    });
    await fc.assert(
      fc.asyncProperty(parts, async ({ wanted, target, values }) => {
        const body = wanted.body === null ? new Uint8Array() : Buffer.from(wanted.body ?? "");
        const head: RequestHead = {
          method: wanted.method,
          target: target ?? wanted.target,
          ip: "192.0.2.1",
          signal: new AbortController().signal,
          hasBody: body.length > 0,
          values: (name) => values[name] ?? [wanted.headers?.[name] ?? []].flat(),
        };
        const { status, headers, body: text } = await kernel.handle(head, async () => body);
        expect(status).toBeLessThan(500);
        expect(headers["x-request-id"]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
        if (status >= 400) {
          expect(headers["content-type"]).toBe("application/problem+json");
          expect(JSON.parse(textOf(text ?? ""))).toMatchObject({ status, request_id: headers["x-request-id"] });
        }
        for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 5000 },
    );
    expect(logged).toEqual([]);
  });
});
