import { pageRoute } from "../../src/paging/page-route.ts";
import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import type { AnyResult } from "../../src/call/result.ts";
import { walkPages } from "../../src/paging/index.ts";
import type { WalkSource } from "../../src/paging/source.ts";
import { page } from "../support/answers.ts";
import { sendJson, serve } from "../support/server.ts";

/** The walk of a call over a real server of which all pages but the first never come. */
async function hangingWalk() {
  const open = new Set<ServerResponse>();
  const server = await serve((seen, response) => {
    if (!/&page=[23]/.test(seen.url)) return sendJson(response, 200, page([1, 2, 3], 1, 3, 9));
    open.add(response);
    response.on("close", () => open.delete(response));
  });
  const fleet = createFleetClient({ baseUrl: server.baseUrl });
  const source: WalkSource = {
    send: async (input, signal): Promise<AnyResult> => fleet.units.listing(input, { signal }),
    input: { query: { per_page: 3 } },
    operationId: "unitsListing",
    route: pageRoute,
  };
  return { source, open, seen: server.seen };
}

describe("a walk over HTTP", () => {
  it("closes the requests in flight when the caller breaks off, and sends no more", async () => {
    const { source, open, seen } = await hangingWalk();
    for await (const { data } of walkPages(source, { prefetch: 2 })) {
      expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      await vi.waitFor(() => expect(open.size).toBe(2));
      break;
    }
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect(seen.map(({ url }) => url.split("?")[1])).toEqual(["per_page=3", "per_page=3&page=2", "per_page=3&page=3"]);
  });

  it("closes them when the caller aborts", async () => {
    const { source, open } = await hangingWalk();
    const controller = new AbortController();
    const walk = walkPages(source, { prefetch: 2, signal: controller.signal });
    await walk.next();
    await vi.waitFor(() => expect(open.size).toBe(2));
    controller.abort("enough");
    await expect(walk.next()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    await vi.waitFor(() => expect(open.size).toBe(0));
  });
});
