import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { paths } from "@fleet-api/contract";
import { createFleetClient } from "../../src/index.ts";
import { createCore } from "../../src/core.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { both, ours, recorder, theirs, untyped } from "./support.ts";

const template = "/auth/registration/{registration_token}";

describe("path parameters", () => {
  it.each([
    ["two dots", "..", `${baseUrl}/auth/`],
    ["one dot", ".", `${baseUrl}/auth/registration/`],
    ["an empty text", "", `${baseUrl}/auth/registration/`],
    ["undefined", undefined, `${baseUrl}/auth/registration/%7Bregistration_token%7D`],
  ])("P11 %s: another address for them; not sent by us, in raw neither", async (_what, value, address) => {
    const plain = recorder();
    const path = { registration_token: untyped(value) };
    await theirs({ fetch: plain.fetch }).GET(template, { params: { path } });
    expect(plain.urls()).toEqual([address]);

    const { fetch, sent } = recorder();
    const refused = { ok: false, kind: "request", status: null, meta: { attempts: 0 } };
    expect(await ours({ fetch }, (fleet) => fleet.auth.registration({ path }))).toMatchObject(both(refused));
    await expect(createFleetClient({ baseUrl, fetch }).raw.GET(template, { params: { path } })).rejects.toThrow(
      "registration_token",
    );
    expect(sent).toEqual([]);
  });

  it("P11 fill braces of the base address for them; a base address with braces is refused by us", async () => {
    const { fetch, urls } = recorder();
    const braces = "https://{registration_token}.example.com";
    const path = { registration_token: "elsewhere" };
    await theirs({ fetch, baseUrl: braces }).GET(template, { params: { path } });
    expect(urls()).toEqual(["https://elsewhere.example.com/auth/registration/elsewhere"]);
    for (const create of [createFleetClient, createCore])
      expect(() => create({ baseUrl: braces })).toThrow("baseUrl must be");
  });

  it("P11 end up in the query of a base address that has one for them; refused by us", async () => {
    const { fetch, urls } = recorder();
    await theirs({ fetch, baseUrl: `${baseUrl}?key=1` }).GET("/tests/ping");
    expect(urls()).toEqual([`${baseUrl}?key=1/tests/ping`]);
    for (const create of [createFleetClient, createCore])
      expect(() => create({ baseUrl: `${baseUrl}?key=1` })).toThrow("baseUrl must be");
  });
});

describe("query parameters", () => {
  /** What theirs sends of a query, and what ours does: the address, or the kind of failure. */
  const queries = async (query: unknown): Promise<unknown[]> => {
    const plain = recorder();
    const params = { query: untyped(query) };
    const refused = await theirs({ fetch: plain.fetch })
      .GET("/units/listing", { params })
      .then(
        () => [],
        () => ["throws"],
      );
    const results = await ours({}, async (fleet) => {
      const { fetch, urls } = recorder();
      const result = await fleet.with({ fetch }).units.listing({ query: untyped(query) });
      return [urls().map(searchOf), result.ok || result.kind];
    });
    return [[...plain.urls().map(searchOf), ...refused], ...results];
  };

  it("P12 a Date is lost and leaves an empty part for them; ISO 8601 for us", async () => {
    const sent = [["?d=1970-01-01T00%3A00%3A00.000Z&n=10"], true];
    expect(await queries({ d: new Date(0), n: 10 })).toEqual([["?&n=10"], ...both(sent)]);
  });

  it("P12 null in a list leaves empty parts for them; refused by us", async () => {
    expect(await queries({ a: [1, null, null, 2] })).toEqual([["?a=1&&&a=2"], ...both([[], "request"])]);
  });

  it("P12 a nested object throws for them; a result that says so for us", async () => {
    expect(await queries({ a: { b: { c: 1 } } })).toEqual([["throws"], ...both([[], "request"])]);
  });

  it("P12 NaN is sent by them; refused by us", async () => {
    expect(await queries({ n: Number.NaN })).toEqual([["?n=NaN"], ...both([[], "request"])]);
  });

  it("P12 lists have one style for all parameters of theirs; each its own of the contract for us", async () => {
    const query = { lifecycle_status: ["active", "retired"], made_up: ["a", "b"] };
    const own = [["?lifecycle_status=active,retired&made_up=a&made_up=b"], true];
    expect(await queries(query)).toEqual([
      ["?lifecycle_status=active&lifecycle_status=retired&made_up=a&made_up=b"],
      ...both(own),
    ]);
  });
});

describe("cookie parameters", () => {
  it("P13 are not sent by them, nor by raw; a member `cookie` is refused by us, and no type has one", async () => {
    const { fetch, sent } = recorder();
    const params = { cookie: { session: "s1" } };
    await theirs({ fetch }).GET("/tests/ping", { params: untyped(params) });
    await createFleetClient({ baseUrl, fetch }).raw.GET("/tests/ping", { params: untyped(params) });
    expect(sent.splice(0).map(({ headers }) => headers.get("cookie"))).toEqual([null, null]);

    const results = await ours({ fetch }, (fleet) => fleet.tests.ping(untyped(params)));
    expect(results).toMatchObject(
      both({
        ok: false,
        kind: "request",
        error: { message: expect.stringMatching(/^testsPing: input has no cookie;/) },
      }),
    );
    expect(sent).toEqual([]);
    expectTypeOf<paths["/units/listing"]["parameters"]>().not.toHaveProperty("cookie");
    expectTypeOf<paths["/units/listing"]["get"]["parameters"]["cookie"]>().toEqualTypeOf<undefined>();
    // @ts-expect-error the contract has no cookies
    void (() => createFleetClient({ baseUrl }).units.listing({ cookie: { session: "s1" } }));
  });
});

describe("a relative base address", () => {
  it("P17 fails with each call of theirs where there is no page; for us the client is not made at all", async () => {
    const fetch = vi.fn(async () => jsonResponse({}));
    await expect(theirs({ baseUrl: "/api/v1", fetch }).GET("/tests/ping")).rejects.toThrow(TypeError);
    for (const create of [createFleetClient, createCore])
      expect(() => create({ baseUrl: "/api/v1" })).toThrow(/^baseUrl must be an absolute/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("P17 works where there is one", async () => {
    vi.stubGlobal("location", { href: "https://fleet.example.com/app/" });
    try {
      const { fetch, urls } = recorder();
      await ours({ baseUrl: "/api/v1", fetch }, (fleet) => fleet.tests.ping());
      expect(urls()).toEqual(both(`${baseUrl}/tests/ping`));
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

function searchOf(url: string): string {
  return url.slice(url.indexOf("?"));
}
