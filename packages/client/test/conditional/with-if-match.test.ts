import { describe, expect, expectTypeOf, it } from "vitest";
import { withIfMatch } from "../../src/conditional/index.ts";
import { type CallOptions, createFleetClient } from "../../src/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { sendJson, serve } from "../support/server.ts";

/** The result of a read whose answer has these headers. */
function read(headers: Record<string, string>, data: object = { id: 1 }) {
  const fetch = async () => jsonResponse({ data }, { headers });
  return createFleetClient({ baseUrl, fetch, retry: false }).tests.ping().orThrow();
}

describe("withIfMatch", () => {
  it("takes the ETag of a result", async () => {
    expect(withIfMatch(await read({ etag: '"v7"' }, { version: 9 }))).toEqual({ headers: { "if-match": '"v7"' } });
  });

  it("takes the version of a record, also of one in a result without ETag", async () => {
    expect(withIfMatch({ version: 0 })).toEqual({ headers: { "if-match": '"v0"' } });
    expect(withIfMatch(await read({}, { version: 3 }))).toEqual({ headers: { "if-match": '"v3"' } });
  });

  it("makes call options that send the header", async () => {
    const { baseUrl: real, seen } = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
    const fleet = createFleetClient({ baseUrl: real });
    const { signal } = new AbortController();
    await fleet.auth.logout({}, { ...withIfMatch({ version: 3 }), signal });
    expect(seen[0]?.headers["if-match"]).toBe('"v3"');
    expectTypeOf(withIfMatch).returns.toExtend<CallOptions>();
  });

  it("refuses a weak ETag, which If-Match never matches", async () => {
    const result = await read({ etag: 'W/"v7"' }, { version: 7 });
    expect(() => withIfMatch(result)).toThrow(/strong ETag/);
  });

  it.each(["v7", '"a" "b"', '"', ""])("refuses an ETag that is none: %j", async (etag) => {
    const result = await read({ etag });
    expect(() => withIfMatch(result)).toThrow(TypeError);
  });

  it.each([{}, { version: "3" }, { version: 1.5 }, { version: -1 }, { version: null }])(
    "refuses what has no version: %j",
    async (record) => {
      const result = await read({}, record);
      expect(() => withIfMatch(result)).toThrow(/ETag, or a record with a version/);
      // What an untyped caller gives.
      expect(() => withIfMatch(Object(record))).toThrow(TypeError);
    },
  );

  it("refuses a failure", async () => {
    const fetch = async () => jsonResponse(problem(503, "unavailable"), { status: 503, headers: { etag: '"x"' } });
    const result = await createFleetClient({ baseUrl, fetch, retry: false }).tests.ping();
    // @ts-expect-error it may have failed
    expect(() => withIfMatch(result)).toThrow(/failed/);
    // @ts-expect-error a record without a version
    expect(() => withIfMatch({ id: 1 })).toThrow(TypeError);
  });
});
