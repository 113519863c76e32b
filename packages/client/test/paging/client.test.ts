import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { unitsListing } from "../../src/built/operations.ts";
import { type CoreOptions, createCore } from "../../src/core.ts";
import { createFleetClient, type FleetClient, isFleetError } from "../../src/index.ts";
import { baseUrl, jsonResponse, page, problem } from "../support/answers.ts";
import { sendJson, serve } from "../support/server.ts";

interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly limit: number;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The page of a list of `rows` that a service by the contract answers with. */
function pageOf(rows: readonly number[], { page: at, perPage, limit }: PageRequest): object {
  const ids = rows.slice(0, limit).slice((at - 1) * perPage, at * perPage);
  return page(ids, at, perPage, rows.length);
}

/** A client whose service answers a list request with what `answer` says; `asked` has the requests. */
function pagedClient(answer: (asked: PageRequest) => object | Promise<object>) {
  const asked: PageRequest[] = [];
  const fetch = async (url: string | Request): Promise<Response> => {
    const query = new URL(String(url)).searchParams;
    const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
    const one = { page: number("page", 1), perPage: number("per_page", 50), limit: number("limit", Infinity) };
    asked.push(one);
    const given = await answer(one);
    return given instanceof Response ? given : jsonResponse(given);
  };
  return { asked, fleet: createFleetClient({ baseUrl, fetch }) };
}

async function idsOf(call: ReturnType<FleetClient["units"]["listing"]>): Promise<number[]> {
  const ids: number[] = [];
  for await (const unit of call) ids.push(unit.id);
  return ids;
}

describe("iterating a paged call", () => {
  it("iterations a real server over several pages", async () => {
    const server = await serve((seen, response) => {
      const query = new URL(seen.url, "http://host").searchParams;
      const asked = { page: Number(query.get("page") ?? 1), perPage: 50, limit: Infinity };
      sendJson(response, 200, pageOf(range(126), asked));
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl });
    expect(await idsOf(fleet.units.listing({ query: { per_page: 50 } }))).toEqual(range(126));
    expect(server.seen.map((each) => each.url.split("?")[1])).toEqual([
      "per_page=50",
      "per_page=50&page=2",
      "per_page=50&page=3",
    ]);
  });

  it("goes by the page size that the service applied, not by the asked one", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(7), { ...one, perPage: 3 }));
    expect(await idsOf(fleet.units.listing({ query: { per_page: 100 } }))).toEqual(range(7));
    expect(asked.map((each) => each.page)).toEqual([1, 2, 3]);
  });

  it("throws instead of going on for ever when the service answers every page with the first", async () => {
    const { fleet, asked } = pagedClient(() => page([1, 2], 1, 2, 99));
    const error = { name: "FleetError", code: "unexpected", operationId: "unitsListing" };
    await expect(idsOf(fleet.units.listing())).rejects.toMatchObject(error);
    expect(asked.length).toBe(2);
  });

  it("sends nothing more for the page that was awaited, and keeps the other parameters", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(4), one));
    const call = fleet.units.listing({ query: { per_page: 2, limit: 4 } });
    expect(await call).toMatchObject({ ok: true, pagination: { page: 1 } });
    expect(await idsOf(call)).toEqual(range(4));
    expect(asked).toEqual([
      { page: 1, perPage: 2, limit: 4 },
      { page: 2, perPage: 2, limit: 4 },
    ]);
  });

  it("is not disturbed when the caller empties a page", async () => {
    const { fleet } = pagedClient((one) => pageOf(range(5), one));
    const sizes: number[] = [];
    for await (const { data } of fleet.units.listing({ query: { per_page: 2 } }).pages())
      sizes.push(data.splice(0).length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("throws the problem of a page as FleetError", async () => {
    const { fleet } = pagedClient((one) =>
      one.page === 2 ? jsonResponse(problem(401, "token_revoked"), { status: 401 }) : pageOf(range(4), one),
    );
    const error: unknown = await idsOf(fleet.units.listing({ query: { per_page: 2 } })).catch((each: unknown) => each);
    expect(isFleetError(error, "token_revoked")).toBe(true);
  });

  it("fetches four pages at a time where it may, and gives them in order", async () => {
    const gates: (() => void)[] = [];
    let most = 0;
    const { fleet } = pagedClient(async (one) => {
      if (one.page > 1)
        await new Promise<void>((resolve) => {
          most = Math.max(most, gates.push(resolve));
          // All that are under way answer when the fourth is there, the last one first.
          if (gates.length === 4) for (const open of gates.splice(0).toReversed()) open();
        });
      return pageOf(range(45), one);
    });
    const units = await fleet.units.listing({ query: { per_page: 5 } }).toArray({ prefetch: 4 });
    expect([most, ...units.map(({ id }) => id)]).toEqual([4, ...range(45)]);
  });

  it("copies items in proportion to their number", async () => {
    const [small, large] = [await copiesOf(50), await copiesOf(400)];
    expect(small).toBeGreaterThan(0);
    // In proportion it is 8 times as much; a copy per page would make it 64 times.
    expect(large / small).toBeLessThan(12);
  });
});

/** Elements that arrays hand out to spreads, loops, `concat` and `slice` while a list of that many pages is read. */
async function copiesOf(pages: number): Promise<number> {
  const transport: CoreOptions["transport"] = () => ({
    async send({ input: { query = {} }, onSend }) {
      onSend();
      const at = Number(query["page"] ?? 1);
      return { response: new Response(), content: page([at], at, 1, pages) };
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

describe("an iteration over HTTP", () => {
  /** A call of a real server of which all pages but the first never come. */
  async function hangingCall() {
    const open = new Set<ServerResponse>();
    const server = await serve((seen, response) => {
      if (!/&page=[23]/.test(seen.url)) return sendJson(response, 200, page([1, 2, 3], 1, 3, 9));
      open.add(response);
      response.on("close", () => open.delete(response));
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl });
    return { call: fleet.units.listing({ query: { per_page: 3 } }), open, seen: server.seen };
  }

  it("closes the requests in flight when the caller breaks off, and sends no more", async () => {
    const { call, open, seen } = await hangingCall();
    for await (const { data } of call.pages({ prefetch: 2 })) {
      expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      await vi.waitFor(() => expect(open.size).toBe(2));
      break;
    }
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect(seen.map(({ url }) => url.split("?")[1])).toEqual(["per_page=3", "per_page=3&page=2", "per_page=3&page=3"]);
  });

  it("closes them when the caller aborts", async () => {
    const { call, open } = await hangingCall();
    const controller = new AbortController();
    const pages = call.pages({ prefetch: 2, signal: controller.signal })[Symbol.asyncIterator]();
    await pages.next();
    await vi.waitFor(() => expect(open.size).toBe(2));
    controller.abort("enough");
    await expect(pages.next()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    await vi.waitFor(() => expect(open.size).toBe(0));
  });
});
