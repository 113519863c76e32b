import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient, type FleetClient } from "../src/index.ts";
import { baseUrl, jsonResponse, problem } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";
import { transports } from "./support/transports.ts";

/** One write of each verb, with its idempotency key where it has one. */
const writes: Record<string, (fleet: FleetClient) => PromiseLike<{ ok: boolean }>> = {
  "POST with a body": (fleet) => fleet.unitGroups.addUnits({ path: { unit_group_id: 7 }, body: { unit_ids: [1] } }),
  "POST without a body": (fleet) => fleet.units.restore({ path: { unit_id: 7 } }),
  "POST of a logout": (fleet) => fleet.auth.logout(),
  PATCH: (fleet) => fleet.units.update({ path: { unit_id: 7 }, body: { name: "a" } }),
  PUT: (fleet) => fleet.units.setCounters({ path: { unit_id: 7 }, body: {} as never }),
  DELETE: (fleet) => fleet.units.delete({ path: { unit_id: 7 } }),
};

describe.each(transports)("a redirected write through the transport over %s", (_name, transport) => {
  it.each(Object.keys(writes).flatMap((write) => [301, 302, 303, 307, 308].map((status) => [status, write] as const)))(
    "is unexpected and sent once after %i: %s",
    async (status, write) => {
      const target = await serve((_seen, response) => sendJson(response, 200, { data: { id: "7" } }));
      const server = await serve((_seen, response) => {
        response.writeHead(status, { location: `${target.baseUrl}/elsewhere` }).end();
      });
      const fleet = createFleetClient({ baseUrl: server.baseUrl, transport });
      const result = await writes[write]?.(fleet);
      const { origin } = new URL(target.baseUrl);
      expect(result).toMatchObject({
        ok: false,
        kind: "unexpected",
        status: null,
        headers: null,
        meta: { attempts: 1 },
        error: { message: expect.stringContaining(`to ${origin}: it may have been carried out or not`) },
      });
      expect(server.seen).toHaveLength(1);
      expect(target.seen).toHaveLength(1);
    },
  );

  it("is sent once whatever status the target answers, and whatever shouldRetry says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.constantFrom("true", "false", null),
        async (status, retry) => {
          let sent = 0;
          const fetch = async (): Promise<Response> => {
            sent += 1;
            const body = [204, 205, 304].includes(status) ? null : JSON.stringify(problem(status, "unavailable"));
            const response = new Response(body, { status, headers: retry === null ? {} : { "x-should-retry": retry } });
            return Object.defineProperties(response, { redirected: { value: true }, url: { value: `${baseUrl}/x` } });
          };
          const fleet = createFleetClient({ baseUrl, transport, fetch, retry: { shouldRetry: () => true } });
          const result = await fleet.units.create({ body: { name: "a", client_id: "1" } as never });
          expect(result).toMatchObject({ ok: false, kind: "unexpected", status: null });
          expect(sent).toBe(1);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("has its body cancelled, also when that would never end", async () => {
    let cancelled = 0;
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response(new ReadableStream({ cancel: () => void cancelled++ })), "redirected", {
        value: true,
      });
    const result = await createFleetClient({ baseUrl, transport, fetch }).auth.logout();
    expect(result).toMatchObject({
      kind: "unexpected",
      error: { message: expect.stringContaining("another address") },
    });
    expect(cancelled).toBe(1);
  });

  it("is not a read: a GET follows redirects", async () => {
    const target = await serve((_seen, response) => sendJson(response, 200, { data: { id: "7" } }));
    const server = await serve((_seen, response) => {
      response.writeHead(302, { location: `${target.baseUrl}/units/7` }).end();
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, transport });
    expect(await fleet.units.get({ path: { unit_id: 7 } })).toMatchObject({ ok: true, data: { id: "7" } });
  });
});

it("a redirected write of fleet.raw is rejected", async () => {
  const server = await serve(({ method }, response) => {
    if (method === "POST") response.writeHead(303, { location: "/api/v1/units/listing" }).end();
    else sendJson(response, 200, { data: [] });
  });
  const { raw } = createFleetClient({ baseUrl: server.baseUrl });
  await expect(raw.POST("/auth/logout")).rejects.toThrow("redirected the POST");
  expect((await raw.GET("/units/listing")).data).toEqual({ data: [] });
});

describe.each(transports)("data of another shape through the transport over %s", (_name, transport) => {
  it.each([
    ["an array for an object", (fleet: FleetClient) => fleet.units.restore({ path: { unit_id: 7 } }), [{ id: "7" }]],
    ["an array for a bulk result", writes["POST with a body"], [{ id: "7" }]],
    ["an empty array for an object", (fleet: FleetClient) => fleet.tests.ping(), []],
    ["an object for a list", (fleet: FleetClient) => fleet.units.listing(), { id: "7" }],
  ] as const)("is unexpected: %s", async (_what, call, data) => {
    const pagination = { page: 1, per_page: 50, total: 1 };
    const fetch = async (): Promise<Response> => jsonResponse({ data, pagination });
    expect(await call?.(createFleetClient({ baseUrl, transport, fetch }))).toMatchObject({
      ok: false,
      kind: "unexpected",
      status: 200,
    });
  });
});
