import { describe, expect, expectTypeOf, it } from "vitest";
import type { Problem } from "../../src/index.ts";
import { createCore } from "../../src/call/pipeline.ts";
import { operation } from "../../src/call/operation-function.ts";
import { openapiFetchTransport } from "../../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../../src/transport/fetch.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { both, ours, theirs } from "./support.ts";

type Answer = () => Promise<Response>;

/** An answer as it comes from a server; with `length`, it says so in Content-Length. */
function answer(status: number, body: string | null, { type = "application/json", length = true } = {}): Answer {
  const size = new TextEncoder().encode(body ?? "").length;
  const headers = { "content-type": type, ...(length && { "content-length": `${size}` }) };
  return async () => new Response(body, { status, headers });
}

const listOf = (fetch: Answer) => ours({ fetch }, (fleet) => fleet.units.listing());

describe("a failure without a body", () => {
  it.each([
    ["an empty text without Content-Length", false, ""],
    ["undefined with Content-Length: 0", true, undefined],
  ])("P1 is %s for them, and a failure with its status for us", async (_what, length, error) => {
    const fetch = answer(500, "", { length });
    const result = await theirs({ fetch }).GET("/units/listing");
    expect([result.error, result.data]).toEqual([error, undefined]);
    expect(await listOf(fetch)).toMatchObject(
      both({ ok: false, kind: "unexpected", status: 500, error: { code: "unexpected" } }),
    );
  });
});

describe("a success without a body", () => {
  it.each([false, true])(
    "P2 (Content-Length: %s) is typed data that is undefined for them, a failure for us",
    async (length) => {
      const fetch = answer(200, "", { length });
      const { data } = await theirs({ fetch }).GET("/tests/ping");
      expect(data).toBeUndefined();
      expect(await ours({ fetch }, (fleet) => fleet.tests.ping())).toMatchObject(
        both({ ok: false, kind: "unexpected", status: 200 }),
      );
    },
  );
});

describe("statuses without a body", () => {
  it("P3 304 is a falsy error for them, and unexpected for us, who sent no condition", async () => {
    const fetch = async () => new Response(null, { status: 304 });
    expect(await theirs({ fetch }).GET("/units/listing")).toMatchObject({ error: "" });
    expect(await listOf(fetch)).toMatchObject(both({ ok: false, kind: "unexpected", status: 304 }));
  });

  it("P3 205 is data that is undefined for them, and unexpected for us", async () => {
    const fetch = async () => new Response(null, { status: 205 });
    const result = await theirs({ fetch }).GET("/units/listing");
    expect([result.data, result.error]).toEqual([undefined, undefined]);
    expect(await listOf(fetch)).toMatchObject(both({ ok: false, kind: "unexpected", status: 205 }));
  });
});

describe("a failure that is no JSON", () => {
  it("P4 the page of a proxy is a text, typed as a problem, for them; a kind of its own for us", async () => {
    const fetch = answer(502, "<h1>Bad gateway</h1>", { type: "text/html" });
    const { error } = await theirs({ fetch }).GET("/units/listing");
    expectTypeOf(error).toEqualTypeOf<Problem | undefined>();
    expect(error).toBe("<h1>Bad gateway</h1>");
    const results = await listOf(fetch);
    expect(results).toMatchObject(both({ ok: false, kind: "unexpected", status: 502 }));
    expect(JSON.stringify(results)).not.toContain("gateway");
  });
});

describe("a success that is no JSON", () => {
  it.each([
    ["JSON that is cut off", '{"data":[{"id":1', "application/json", "decode"],
    ["a page with 200, whatever its type", "<h1>Log in</h1>", "text/html", "unexpected"],
  ])(
    "P5 %s: a bare SyntaxError past onError for them, a result with the context of the request for us",
    async (_what, body, type, kind) => {
      const fetch = answer(200, body, { type });
      const client = theirs({ fetch });
      let told = 0;
      client.use({ onError: () => void (told += 1) });
      await expect(client.GET("/units/listing")).rejects.toBeInstanceOf(SyntaxError);
      expect(told).toBe(0);
      expect(await listOf(fetch)).toMatchObject(
        both({ ok: false, kind, status: 200, meta: { operationId: "unitsListing", attempts: 1 } }),
      );
    },
  );
});

describe("answers to HEAD, and 204", () => {
  it("P6 HEAD, which no operation has, gives them undefined data; made up, it gives us a failure", async () => {
    const fetch = async () => new Response(null, { headers: { "content-length": "99" } });
    const client = theirs({ fetch });
    // @ts-expect-error no path of the contract has HEAD
    const result = await client.HEAD("/units/listing");
    expect([result.data, result.error]).toEqual([undefined, undefined]);
    const head = operation({ id: "authLogout", verb: "HEAD", path: "/auth/logout", statuses: [200] });
    for (const transport of [openapiFetchTransport, fetchTransport])
      expect(await head(createCore({ baseUrl, fetch, transport }))).toMatchObject({
        ok: false,
        kind: "unexpected",
        status: 200,
      });
  });

  it("P6 204: theirs has neither data nor error; ours says by ok what the contract says of it", async () => {
    const fetch = async () => new Response(null, { status: 204 });
    const { data, error } = await theirs({ fetch }).POST("/auth/logout");
    expect([data, error]).toEqual([undefined, undefined]);
    // No operation of the contract answers with 204 today.
    const removing = operation({ id: "authLogout", verb: "DELETE", path: "/auth/logout", statuses: [204] });
    const other = operation({ id: "authLogout", verb: "DELETE", path: "/auth/logout", statuses: [200] });
    for (const transport of [openapiFetchTransport, fetchTransport]) {
      const core = createCore({ baseUrl, fetch, transport });
      expect(await removing(core)).toMatchObject({ ok: true, status: 204, data: null });
      expect(await other(core)).toMatchObject({ ok: false, status: 204 });
    }
  });
});

describe("what other clients make of answers", () => {
  it("R10 204 and an empty body become {} in hey-api: where data is due, ours is a failure", async () => {
    const empty: Answer[] = [
      answer(200, ""),
      answer(200, "", { length: false }),
      async () => new Response(null, { status: 204 }),
    ];
    for (const fetch of empty) {
      const results = await ours({ fetch }, (fleet) => fleet.tests.ping());
      expect(results).toMatchObject(both({ ok: false, kind: "unexpected" }));
      for (const result of results) expect(result).not.toHaveProperty("data");
    }
  });

  it("R11 an empty 500 becomes the error {} in hey-api: ours says what came, and names the request", async () => {
    const fetch: Answer = async () => new Response("", { status: 500, headers: { "x-request-id": "r-9" } });
    for (const result of await listOf(fetch)) {
      if (result.ok || result.kind === "http") throw new Error("not broken");
      expect(result.error).toBeInstanceOf(Error);
      expect(result.error).toMatchObject({ code: "unexpected", status: 500, requestId: "r-9" });
      expect(result.error.message).toMatch(/^unitsListing: 500 /);
    }
  });

  it("R12 network errors and bodies share a slot in hey-api: kind tells ours apart, types included", async () => {
    const refused: Answer = async () => Promise.reject(new TypeError("fetch failed"));
    const problem: Answer = async () =>
      jsonResponse({ code: "internal_error", title: "t", detail: "d" }, { status: 500 });
    for (const result of await listOf(refused)) {
      expect(result).toMatchObject({ ok: false, kind: "network", status: null, headers: null });
      if (result.ok) continue;
      if (result.kind === "http") expectTypeOf(result.error).toExtend<Problem>();
      else expectTypeOf(result.error).toExtend<Error>();
      // @ts-expect-error before it is told apart, an error has no detail
      expect(result.error.detail).toBeUndefined();
    }
    for (const result of await listOf(problem))
      expect(result).toMatchObject({ ok: false, kind: "http", status: 500, error: { detail: "d" } });
  });
});
