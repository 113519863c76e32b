import { describe, expect, it } from "vitest";
import { createFleetClient, type FleetClientOptions } from "../../src/index.ts";
import { exactInt64 } from "../../src/json/index.ts";
import { openapiFetchTransport } from "../../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../../src/transport/fetch.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";
import { both, ours, recorder, theirs, untyped } from "./support.ts";

/** What theirs sends of a body, or that it throws. */
async function theirBody(body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const { fetch, sent } = recorder();
  const call = theirs({ fetch }).POST("/auth/login", { body: untyped(body), headers });
  return call.then(
    () => sent[0]?.body ?? "nothing sent",
    () => "throws",
  );
}

/** What ours sends of it, or the kind of failure. */
function ourBody(
  body: unknown,
  headers: Record<string, string> = {},
  int64?: FleetClientOptions["int64"],
): Promise<[string, string]> {
  return ours({ int64 }, async (fleet) => {
    const { fetch, sent } = recorder();
    const result = await fleet.with({ fetch }).auth.login({ body: untyped(body) }, { headers });
    return sent[0]?.body ?? (result.ok ? "nothing sent" : result.kind);
  });
}

describe("bodies", () => {
  it("P14 a bigint throws for them; refused by us, or with exactInt64 an integer of all its digits", async () => {
    const body = { id: 2n ** 63n };
    expect(await theirBody(body)).toBe("throws");
    expect(await ourBody(body)).toEqual(both("request"));
    expect(await ourBody(body, {}, untyped(exactInt64))).toEqual(both('{"id":9223372036854775808}'));
  });

  it.each<[string, unknown, string]>([
    ["URLSearchParams", new URLSearchParams("a=1"), "{}"],
    ["bytes", new Uint8Array([7, 8]), '{"0":7,"1":8}'],
    ["a Blob", new Blob(["a"]), "{}"],
    ["null", null, "null"],
    ["a number that JSON has not", { n: Number.NaN }, '{"n":null}'],
  ])("P14 %s becomes something else for them; refused by us", async (_what, body, text) => {
    expect(await theirBody(body)).toBe(text);
    expect(await ourBody(body)).toEqual(both("request"));
  });

  it("P14 FormData goes out as multipart with them; refused by us, since the contract has no forms", async () => {
    const form = new FormData();
    form.set("username", "ada");
    expect(await theirBody(form)).toContain('name="username"');
    expect(await ourBody(form)).toEqual(both("request"));
  });

  it("P14 a form type with a charset is sent as JSON by them; by us all bodies are, whatever the type", async () => {
    const form = "application/x-www-form-urlencoded";
    const body = { username: "ada" };
    const json = JSON.stringify(body);
    expect(await theirBody(body, { "Content-Type": form })).toBe("username=ada");
    expect(await theirBody(body, { "Content-Type": `${form}; charset=utf-8` })).toBe(json);
    expect(await ourBody(body, { "Content-Type": form })).toEqual(both(json));
    expect(await ourBody(body, { "Content-Type": `${form}; charset=utf-8` })).toEqual(both(json));
  });
});

describe("integers of 64 bits", () => {
  const text = JSON.stringify(page([], 1, 50, 1)).replace('"data":[]', '"data":[{"id":9007199254740993}]');
  const fetch = async (): Promise<Response> => jsonResponse(text);

  it("P15 in answers are rounded by them; never by us: a failure, or exact where asked for", async () => {
    const { data } = await theirs({ fetch }).GET("/units/listing");
    expect(String(data?.data[0]?.id)).toBe("9007199254740992");
    expect(await ours({ fetch }, (fleet) => fleet.units.listing())).toMatchObject(both({ ok: false, kind: "decode" }));
    for (const transport of [openapiFetchTransport, fetchTransport]) {
      const exact = createFleetClient({ baseUrl, fetch, transport, int64: exactInt64 });
      expect(await exact.units.listing()).toMatchObject({ ok: true, data: [{ id: 9007199254740993n }] });
    }
  });

  it("P15 that a program has rounded are sent by them; refused by us, in query and body", async () => {
    const rounded = 2 ** 53;
    const { fetch: record, sent, urls } = recorder();
    await theirs({ fetch: record }).GET("/units/listing", { params: { query: { client_id: rounded } } });
    expect(urls()).toEqual([`${baseUrl}/units/listing?client_id=9007199254740992`]);
    sent.length = 0;
    const query = { client_id: rounded };
    expect(await ours({ fetch: record }, (fleet) => fleet.units.listing({ query }))).toMatchObject(
      both({ kind: "request" }),
    );
    expect(await ourBody({ id: rounded })).toEqual(both("request"));
    expect(sent).toEqual([]);
  });

  it("P15 beyond the numbers are sent exactly as bigints", async () => {
    const { fetch: record, urls } = recorder();
    for (const transport of [openapiFetchTransport, fetchTransport]) {
      const exact = createFleetClient({ baseUrl, fetch: record, transport, int64: exactInt64 });
      await exact.units.listing({ query: { client_id: 9007199254740993n } });
    }
    expect(urls()).toEqual(both(`${baseUrl}/units/listing?client_id=9007199254740993`));
  });
});

describe("headers", () => {
  it("P16 are one whatever their letter case, and the call's own win, also over the type of the body", async () => {
    const plain = recorder();
    const own = { "x-a": "call", "CONTENT-TYPE": "application/merge-patch+json" };
    const body = { username: "ada", password: "b" };
    await theirs({ fetch: plain.fetch, headers: { "X-A": "client" } }).POST("/auth/login", { body, headers: own });
    const expected = [
      ["content-type", "application/merge-patch+json"],
      ["x-a", "call"],
    ];
    expect(plain.sent.map(({ headers }) => [...headers])).toEqual([expected]);

    const { fetch, sent } = recorder();
    await ours({ fetch, headers: { "X-A": "client" } }, (fleet) => fleet.auth.login({ body }, { headers: own }));
    expect(sent.map(({ headers }) => [...headers])).toEqual(both(expected));
  });
});
