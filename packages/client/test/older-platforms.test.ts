import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { randomUuid } from "../src/call/idempotency-key.ts";
import { createFleetClient } from "../src/index.ts";
import { parseLinks } from "../src/observe/lifecycle.ts";
import { traceAttempts } from "../src/otel/index.ts";
import { download } from "../src/streams/index.ts";
import { baseUrl, jsonResponse, page } from "./support/answers.ts";

afterEach(() => void vi.unstubAllGlobals());

const unit = { body: { client_id: 1, name: "Truck", identifier: "T-1", identifier_type: "serial" } } as const;

describe("a platform without URL.canParse (Safari 16)", () => {
  beforeEach(() => {
    const Older = class extends URL {};
    Object.defineProperties(Older, { canParse: { value: undefined }, parse: { value: undefined } });
    vi.stubGlobal("URL", Older);
  });

  it("can make a client and send calls", async () => {
    const fetch = vi.fn(async () => jsonResponse(page([], 1, 50, 0)));
    const fleet = createFleetClient({ baseUrl, fetch, use: [traceAttempts()] });
    expect(await fleet.units.listing()).toMatchObject({ ok: true });
    expect(await fleet.units.listing().toArray()).toEqual([]);
  });

  it("refuses a base address with the same words", () => {
    for (const wrong of ["/api/v1", "http://", "", "https://a b/"])
      expect(() => createFleetClient({ baseUrl: wrong })).toThrow(/^baseUrl must be an absolute/);
  });

  it("resolves links, and refuses those that are no URL", () => {
    expect(parseLinks('</a>; rel="sunset", <http://[>; rel="sunset"', baseUrl)).toEqual([
      { rel: "sunset", href: "https://fleet.example.com/a" },
    ]);
  });

  it("can download, and refuses what is no URL", async () => {
    const fetch = async () => new Response("a");
    expect(await (await download({ url: `${baseUrl}/export.csv`, fetch })).text()).toBe("a");
    await expect(download({ url: "no url", fetch })).rejects.toThrow("url must be an http(s) URL");
  });
});

describe("a platform without crypto.randomUUID (a page on http)", () => {
  it("makes an Idempotency-Key from random bytes", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => jsonResponse({ data: {} }, { status: 201 }));
    await createFleetClient({ baseUrl, fetch }).units.create(unit);
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    expect(headers.get("idempotency-key")).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
});

describe.each([
  ["crypto", undefined],
  ["crypto.getRandomValues", {}],
])("a platform without %s", (_missing, crypto) => {
  beforeEach(() => void vi.stubGlobal("crypto", crypto));

  it("fails a call that needs a key, says why and what to do, and sends nothing", async () => {
    const fetch = vi.fn(async () => jsonResponse({ data: {} }, { status: 201 }));
    const result = await createFleetClient({ baseUrl, fetch }).units.create(unit);
    expect(result).toMatchObject({ ok: false, kind: "request", status: null });
    expect(Object(result).error.message).toBe(
      "unitsCreate: this platform has no crypto.getRandomValues for an Idempotency-Key: add a polyfill, or give the call an idempotencyKey",
    );
    expect(fetch).not.toHaveBeenCalled();
    expect(() => randomUuid()).toThrow("this platform has no crypto.getRandomValues");
  });

  it("sends every other call, and one with a key of the caller", async () => {
    const fetch = vi.fn(async (_url: unknown, init?: RequestInit) =>
      jsonResponse(init?.method === "POST" ? { data: {} } : page([], 1, 50, 0), {
        status: init?.method === "POST" ? 201 : 200,
      }),
    );
    const fleet = createFleetClient({ baseUrl, fetch });
    expect(await fleet.units.create(unit, { idempotencyKey: "order-42" })).toMatchObject({ ok: true });
    expect(await fleet.units.listing()).toMatchObject({ ok: true });
  });
});
