import { expect, it } from "vitest";
import { createCore, type CoreOptions } from "../../src/core.ts";
import { unitsListing } from "../../src/built/operations.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";
import { requestOf } from "../support/request-of.ts";
import { both, ours, recorder } from "./support.ts";

/** Rows of a list that has `total` of them, as the query of a request asks for them. */
function rowsOf(total: number, query: Readonly<Record<string, unknown>>) {
  const [at, size] = [Number(query["page"] ?? 1), Number(query["per_page"] ?? 50)];
  const count = Math.max(0, Math.min(size, total - (at - 1) * size));
  const ids = Array.from({ length: count }, (_, index) => (at - 1) * size + index + 1);
  return page(ids, at, size, total);
}

it("R7 Redocly sends a header with its name outside of browsers: ours sends none that nobody asked for", async () => {
  const { fetch, sent } = recorder();
  await ours({ fetch }, async (fleet) => {
    await fleet.units.listing();
    await fleet.auth.login({ body: { username: "ada", password: "b" } });
  });
  const json = ["content-type", "application/json"];
  expect(sent.map(({ headers }) => [...headers])).toEqual([[], [json], [], [json]]);
});

it("R16 octokit fetches page after page: ours on demand four at a time, and gives them in order", async () => {
  const gates: (() => void)[] = [];
  let most = 0;
  const fetch = async (input: string | Request): Promise<Response> => {
    const query = Object.fromEntries(new URL(requestOf(input).url).searchParams);
    if (query["page"] !== undefined) {
      await new Promise<void>((resolve) => {
        most = Math.max(most, gates.push(resolve));
        // All that are under way answer when the fourth is there, the last one first.
        if (gates.length === 4) for (const open of gates.splice(0).toReversed()) open();
      });
    }
    return jsonResponse(rowsOf(45, query));
  };
  const ids = await ours({ fetch }, async (fleet) => {
    const units = await fleet.units.listing({ query: { per_page: 5 } }).toArray({ prefetch: 4 });
    return units.map(({ id }) => id);
  });
  expect([most, ...ids]).toEqual([4, ...both(Array.from({ length: 45 }, (_, index) => index + 1))]);
});

it("R17 octokit copies all its items with each page: ours copies in proportion to their number", async () => {
  const [small, large] = [await copiesOf(50), await copiesOf(400)];
  expect(small).toBeGreaterThan(0);
  // In proportion it is 8 times as much; a copy per page would make it 64 times.
  expect(large / small).toBeLessThan(12);
});

/** Elements that arrays hand out to spreads, loops, `concat` and `slice` while a list of that many pages is read. */
async function copiesOf(pages: number): Promise<number> {
  const transport: CoreOptions["transport"] = () => ({
    async send({ input: { query = {} }, onSend }) {
      onSend();
      return { response: new Response(), content: rowsOf(pages, query) };
    },
  });
  const core = createCore({ baseUrl, transport });
  let copied = 0;
  const { concat, slice, [Symbol.iterator]: iterate } = Array.prototype;
  const counting = <Rest extends unknown[], T>(method: (this: unknown[], ...rest: Rest) => T) =>
    function (this: unknown[], ...rest: Rest): T {
      copied += this.length;
      return method.apply(this, rest);
    };
  Object.assign(Array.prototype, {
    concat: counting(concat),
    slice: counting(slice),
    [Symbol.iterator]: counting(iterate),
  });
  try {
    expect(await unitsListing(core, { query: { per_page: 1 } }).toArray()).toHaveLength(pages);
    return copied;
  } finally {
    Object.assign(Array.prototype, { concat, slice, [Symbol.iterator]: iterate });
  }
}
