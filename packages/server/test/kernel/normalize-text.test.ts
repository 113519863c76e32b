import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayNeedNormalizing, normalizeJson } from "../../src/kernel/normalize-text.ts";
import { echoContract } from "./support/echo-service.ts";
import { fakeService, send } from "./support/fake-service.ts";

const nfd = "Cafe\u0301";
const nfc = "Caf\u00e9";
const encoded = encodeURIComponent(nfd);

async function echo(method: string, path: string, body?: unknown) {
  const { kernel } = fakeService(echoContract());
  const headers = { "content-type": "application/json" };
  const response = await send(kernel, method, path, body === undefined ? {} : { body: JSON.stringify(body), headers });
  return {
    status: response.status,
    body: (await response.json()) as { data: Record<string, unknown>; detail: string },
  };
}

describe("strings of a request", () => {
  it("reach a handler in Normalization Form C, from path, query and body, with the names of members", async () => {
    const found = await echo("GET", `/echo/${encoded},b?text=${encoded}&commas=${encoded},x&repeated=${encoded}`);
    expect(found.body.data).toMatchObject({
      ids: { ids: [nfc, "b"] },
      query: { text: nfc, commas: [nfc, "x"], repeated: [nfc] },
    });
    const sent = { name: nfd, list: [{ [nfd]: [nfd, 1, null, true] }] };
    const { body } = await echo("POST", "/echo/a", sent);
    expect(body.data).toMatchObject({ body: { name: nfc, list: [{ [nfc]: [nfc, 1, null, true] }] } });
  });

  it("stay as they are typed where they are secrets", async () => {
    const secrets = { password: nfd, nested: { token: nfd, registration_token: nfd } };
    expect((await echo("POST", "/echo/a", secrets)).body.data).toMatchObject({ body: secrets });
  });

  it("are refused when two names of an object become the same", async () => {
    const { status, body } = await echo("POST", "/echo/a", { attributes: { [nfd]: 1, [nfc]: 2 } });
    expect([status, body.detail]).toEqual([400, `The body has the property "${nfc}" twice, in two Unicode forms.`]);
  });

  it("are refused with more than 30 combining characters in a row, wherever they are", async () => {
    const [most, tooMany] = [`a${"\u0315\u0300".repeat(15)}`, `a${"\u0315\u0300".repeat(15)}\u0315`];
    const path = encodeURIComponent(tooMany);
    expect((await echo("POST", "/echo/a", { text: most })).status).toBe(200);
    for (const [given, place] of [
      [await echo("POST", "/echo/a", { text: tooMany }), "body"],
      [await echo("POST", "/echo/a", { [tooMany]: 1 }), "body"],
      [await echo("GET", `/echo/a?text=${path}`), "parameter text"],
      [await echo("GET", `/echo/${path}`), "parameter ids"],
    ] as const) {
      expect([given.status, given.body.detail]).toEqual([
        400,
        `The ${place} has more than 30 combining characters in a row.`,
      ]);
    }
  });
});

/** Values of JSON as a body is parsed, with letters that have several forms. */
const letters = fc.constantFrom("a", "é", "e\u0301", "\u0301", "ﬁ", "Å", "가", "각", "\u11a8", "😀", "__proto__");
const json = fc.jsonValue({ stringUnit: letters, maxDepth: 3 });

describe("normalizeJson", () => {
  it("changes the form of strings and nothing else", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        let normalized: unknown;
        try {
          normalized = normalizeJson(JSON.parse(text));
        } catch {
          return;
        }
        expect(JSON.stringify(normalized)).toBe(text.normalize("NFC"));
      }),
    );
  });

  it("is only left out for bodies that it would not change", () => {
    fc.assert(
      fc.property(json, fc.boolean(), (value, escaped) => {
        const raw = JSON.stringify(value);
        const text = escaped
          ? raw.replaceAll(/[^\0-\x7f]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          : raw;
        const isLeftOut = !mayNeedNormalizing(new TextEncoder().encode(text));
        expect(isLeftOut && raw.normalize("NFC") !== raw).toBe(false);
      }),
    );
  });
});
