import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codegen, lint } from "../src/codegen/commands.ts";
import { createWorkspace, realContract } from "../src/codegen/workspace.ts";
import { startWireService, wireContract, type WireInput, type WireResult, type WireService } from "./wire-service.ts";

/** From the contract to the handler: lint and codegen, a client of it, and a server of it. */
let root: string;
let service: WireService;
beforeAll(async () => {
  root = await createWorkspace("wire", wireContract(await realContract()));
  await codegen(root);
  service = await startWireService(root);
});
afterAll(() => service.close());

/** Sends a call on every way, and gives the one result with what the handler got; null if it was not reached. */
async function send(
  name: "parameters" | "note",
  input: WireInput,
): Promise<{ result: WireResult; got: WireInput | null }> {
  const ways = Object.values(service.clients).map(async (calls) => calls[name](input));
  service.seen.length = 0;
  const results = await Promise.all(ways);
  const [result] = results;
  if (result === undefined) throw new Error("There is no client.");
  for (const other of results) expect([other.ok, other.status]).toEqual([result.ok, result.status]);
  for (const other of service.seen) expect(other).toEqual(service.seen[0]);
  expect(service.seen).toHaveLength(result.ok ? results.length : 0);
  return { result, got: service.seen[0] ?? null };
}

const piece = fc.constantFrom(...'ab,+%&=;"\\/? .\t\u00a0é', "€", "😀", "%2C", "%00", "..", "__proto__");
// The contract has no text with NUL, UTF-8 has none with a lone surrogate, and the server reads all text in form NFC.
const text = fc
  .oneof(
    fc.string({ unit: "grapheme" }).filter((each) => !each.includes("\0")),
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("")),
  )
  .map((each) => each.normalize("NFC"));
const list = fc.array(text, { minLength: 1, maxLength: 5 });
const path = { path_items: ["a"] };

test("the lint accepts lists everywhere, and bodies that may be left out", async () => {
  await expect(lint(root)).resolves.toBeUndefined();
});

describe("what a handler gets", () => {
  test("is what the caller gave, for every list and text in the query", async () => {
    const levels = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 4 });
    const query = fc.record({ commas: list, repeated: list, levels_percent: levels, text }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const { got } = await send("parameters", { path, query: given });
        expect(got?.query).toEqual(given);
      }),
    );
  });

  test("is what the caller gave in the path, or the client refuses it", async () => {
    await fc.assert(
      fc.asyncProperty(list, async (path_items) => {
        const { result, got } = await send("parameters", { path: { path_items } });
        if (result.kind !== "request") expect(got?.path).toEqual({ path_items });
        expect(result.ok || result.kind === "request").toBe(true);
      }),
    );
  });

  test("is what the caller gave in headers, or it is refused", async () => {
    const ascii = fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/);
    const value = fc.oneof(text, ascii);
    const headers = fc.record(
      { "X-Items": fc.array(value, { minLength: 1, maxLength: 4 }), "X-Text": value },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(headers, async (given) => {
        const { result, got } = await send("parameters", { path, headers: given });
        expect(result.ok ? got?.headers : given).toEqual(given);
        // The one refusal of the service: a comma in a header with one value.
        const isComma = result.status === 422 && given["X-Text"]?.includes(",");
        expect(result.ok || result.kind === "request" || isComma).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("has every list of items that HTTP can tell apart", async () => {
    const token = fc.stringMatching(/^[\w!#$%&'*+.^`|~\u00a0-\u00ff-]{1,9}$/);
    const quoted = fc.stringMatching(/^(?:[ !#-[\]-~,]|\\["\\]){0,9}$/).map((each) => `"${each}"`);
    const items = fc.array(
      fc.oneof(
        token,
        quoted,
        quoted.map((each) => `W/${each}`),
      ),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(items, async (given) => {
        const { got } = await send("parameters", { path, headers: { "X-Items": given } });
        expect(got?.headers).toEqual({ "X-Items": given });
      }),
    );
  });

  test("is nothing of an empty list: the client refuses it", async () => {
    for (const input of [{ query: { commas: [] } }, { query: { repeated: [] } }, { headers: { "X-Items": [] } }]) {
      const { result } = await send("parameters", { path, ...input });
      expect([result.kind, result.error?.message]).toEqual(["request", expect.stringContaining("empty list")]);
    }
  });
});

describe("an optional body", () => {
  test("may be left out", async () => {
    for (const input of [{}, { body: undefined }]) {
      const { result, got } = await send("note", input);
      expect(result.ok).toBe(true);
      expect(got?.body).toBeUndefined();
    }
  });

  test("is validated where there is one", async () => {
    expect((await send("note", { body: { text: "a" } })).got?.body).toEqual({ text: "a" });
    for (const body of [{}, { text: 1 }, { text: "a", constructor: 1 }, JSON.parse('{"text":"a","__proto__":1}')])
      expect((await send("note", { body })).result.status).toBe(422);
  });
});
