import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient, type FleetClient } from "../src/index.ts";
import type { Fetch } from "../src/transport/transport.ts";
import { baseUrl, jsonResponse, problem, requestOf } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";
import { transports } from "./support/transports.ts";

/** One write of each verb, with its idempotency key where it has one. */
const writes: Record<string, (fleet: FleetClient) => PromiseLike<{ ok: boolean }>> = {
  "POST with a body": (fleet) => fleet.unitGroups.addUnits({ path: { unit_group_id: 7 }, body: { unit_ids: [1] } }),
  "POST without a body": (fleet) => fleet.units.restore({ path: { unit_id: 7 } }),
  "POST of a logout": (fleet) => fleet.auth.logout(),
  PATCH: (fleet) => fleet.units.update({ path: { unit_id: 7 }, body: { name: "a" } }),
  PUT: (fleet) => fleet.units.assignSimCard({ path: { unit_id: 7 }, body: {} as never }),
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

  it.each<[url: unknown, target: string]>([
    ["/relative", "another address"],
    ["no url", "another address"],
    ["about:blank", "another address"],
    ["file:///etc/canary", "another address"],
    [5, "another address"],
    [null, "another address"],
    ["http://user:canary@other.example.com/canary", "http://other.example.com"],
  ])("names its target, whatever url the response has: %j", async (url, target) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperties(jsonResponse({ data: {} }), { redirected: { value: true }, url: { value: url } });
    const result = await createFleetClient({ baseUrl, transport, fetch }).auth.logout();
    const message = `authLogout: the service redirected the POST to ${target}: it may have been carried out or not; correct baseUrl`;
    expect(result).toMatchObject({ kind: "unexpected", error: { message } });
  });

  it.each<[what: string, target: (url: string) => string, isRefused: boolean]>([
    ["another host", () => "https://other.example.com/login", true],
    ["another path", (url) => `${url}/login`, true],
    ["the same URL", (url) => url, false],
    ["the same URL, normalised", (url) => url.replace("//fleet", "//FLEET:443").concat("#top"), false],
    ["nothing", () => "", false],
  ])("is found by its URL where a platform has no redirected: %s", async (_what, target, isRefused) => {
    const fetch: Fetch = async (...given) => {
      const { url } = requestOf(...given);
      return Object.defineProperties(jsonResponse({ data: { id: "7" } }), {
        redirected: { value: undefined },
        url: { value: target(url) },
      });
    };
    const fleet = createFleetClient({ baseUrl, transport, fetch });
    const refused = {
      ok: false,
      kind: "unexpected",
      error: { message: expect.stringContaining("redirected the DELETE") },
    };
    expect(await fleet.units.delete({ path: { unit_id: 7 } })).toMatchObject(isRefused ? refused : { ok: true });
    expect(await fleet.units.get({ path: { unit_id: 7 } })).toMatchObject({ ok: true });
    const raw = fleet.raw.DELETE("/units/{unit_id}", { params: { path: { unit_id: 7 } } });
    if (isRefused) await expect(raw).rejects.toThrow("redirected the DELETE");
    else expect((await raw).data).toBeDefined();
  });

  it.each(["POST", "GET"])("that fetch does not follow is named as one: %s", async (verb) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperties(new Response(null), {
        type: { value: "opaqueredirect" },
        status: { value: 0 },
        ok: { value: false },
      });
    const fleet = createFleetClient({ baseUrl, transport, fetch });
    const result = await (verb === "POST" ? fleet.auth.logout() : fleet.tests.ping());
    expect(result).toMatchObject({ kind: "unexpected", status: null, meta: { attempts: 1 } });
    const end = verb === "POST" ? "it may have been carried out or not; correct baseUrl" : "correct baseUrl";
    expect(!result.ok && result.kind !== "http" && result.error.message).toContain(
      `: the service redirected the ${verb} to another address: ${end}`,
    );
  });

  it("that fetch gives up may have been carried out; a read says nothing of that", async () => {
    const server = await serve((_seen, response) => {
      response.writeHead(307, { location: "/api/v1/elsewhere" }).end();
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, transport });
    expect(await fleet.auth.logout()).toMatchObject({
      kind: "unexpected",
      meta: { attempts: 1 },
      error: {
        message:
          "authLogout: fetch failed: redirect count exceeded; the POST may have been carried out or not (TypeError)",
      },
    });
    expect(await fleet.tests.ping()).toMatchObject({
      error: { message: "testsPing: fetch failed: redirect count exceeded (TypeError)" },
    });
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

describe("a redirected write of fleet.raw", () => {
  it.each(["of the client", "of the call"])("is rejected with the fetch %s", async (whose) => {
    const server = await serve(({ method }, response) => {
      if (method === "POST") response.writeHead(303, { location: "/api/v1/units/listing" }).end();
      else sendJson(response, 200, { data: [] });
    });
    const { raw } = createFleetClient({ baseUrl: server.baseUrl });
    const own = whose === "of the call" && { fetch: (request: Request) => globalThis.fetch(request) };
    await expect(raw.POST("/auth/logout", { ...own })).rejects.toThrow("redirected the POST");
    await expect(raw.request("post", "/reports", { ...own })).rejects.toThrow("redirected the POST");
    expect((await raw.GET("/units/listing", { ...own })).data).toEqual({ data: [] });
  });

  it("has its body cancelled", async () => {
    let cancelled = 0;
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response(new ReadableStream({ cancel: () => void cancelled++ })), "redirected", {
        value: true,
      });
    await expect(createFleetClient({ baseUrl, fetch }).raw.POST("/auth/logout")).rejects.toThrow("another address");
    expect(cancelled).toBe(1);
  });
});

describe.each(transports)("an odd status through the transport over %s", (_name, transport) => {
  it.each([0, 101, 199, 600, 999])("is one that the contract does not have: %i", async (status) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperties(jsonResponse({}), { status: { value: status }, ok: { value: false } });
    const result = await createFleetClient({ baseUrl, transport, fetch }).tests.ping();
    const message = `testsPing: ${status} is not in the contract of this call`;
    expect(result).toMatchObject({ kind: "unexpected", status, error: { message } });
  });

  it.each([
    [200, false, true],
    [401, true, false],
    [500, true, false],
  ])("decides, not the flag beside it: %i with ok %s", async (status, flag, ok) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(jsonResponse({ data: {} }, { status }), "ok", { value: flag });
    const result = await createFleetClient({ baseUrl, transport, fetch, retry: false }).tests.ping();
    expect(result).toMatchObject({ ok, status });
  });
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
