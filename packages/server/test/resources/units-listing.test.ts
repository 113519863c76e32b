import type { Unit } from "@fleet-api/contract/types/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/db.ts";
import { useService } from "../support/service.ts";

const service = useService();

async function list(query: string, username?: string) {
  const token = await service.login(username);
  return service.call<Unit[]>("GET", `/units/listing${query}`, { token });
}

const idsOf = (body: { data: { id: number }[] }): number[] => body.data.map(({ id }) => id);

describe("GET /units/listing", () => {
  it("200: pages of 50 by default, in the order of ids, each unit once", async () => {
    const pages = [await list(""), await list("?page=2"), await list("?page=3")];
    expect(pages.map(({ body }) => body.pagination)).toEqual(
      [1, 2, 3].map((page) => ({ page, per_page: 50, total: 126 })),
    );
    const ids = pages.flatMap(({ body }) => idsOf(body));
    expect(ids).toHaveLength(126);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  });

  it("200: a page past the end is empty, has the same total, and says so", async () => {
    const { status, body } = await list("?page=9&per_page=50");
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.pagination).toEqual({ page: 9, per_page: 50, total: 126 });
    expect(body.notices).toEqual(["page_past_end: page 9 is past the last page, 3"]);
  });

  it("200: limit ends the listing with a short page and leaves total and per_page as they are", async () => {
    const second = await list("?per_page=50&limit=70&page=2");
    expect(second.body.data).toHaveLength(20);
    expect(second.body.pagination).toEqual({ page: 2, per_page: 50, total: 126 });
    expect(second.body.notices).toBeUndefined();
    const third = await list("?per_page=50&limit=70&page=3");
    expect([third.body.data, third.body.pagination]).toEqual([[], { page: 3, per_page: 50, total: 126 }]);
    expect(third.body.notices).toEqual(["page_past_end: page 3 is past the last page, 2"]);
  });

  it("200: limit ends the listing with an empty page where it is a multiple of per_page", async () => {
    const pages = [await list("?per_page=50&limit=100&page=2"), await list("?per_page=50&limit=100&page=3")];
    expect(pages.map(({ body }) => [body.data.length, body.pagination.total])).toEqual([
      [50, 126],
      [0, 126],
    ]);
  });

  it("gives a client by the rule of paging the first `limit` units, for any page size and limit", async () => {
    const all = idsOf((await list("?per_page=200")).body);
    const token = await service.login();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 200 }), fc.integer({ min: 1, max: 300 }), async (size, limit) => {
        const ids: number[] = [];
        for (let page = 1; ; page += 1) {
          const path = `/units/listing?page=${page}&per_page=${size}&limit=${limit}`;
          const { body } = await service.call<Unit[]>("GET", path, { token });
          expect(body.pagination).toEqual({ page, per_page: size, total: all.length });
          ids.push(...idsOf(body));
          if (ids.length >= body.pagination.total || body.data.length < size) break;
        }
        expect(ids).toEqual(all.slice(0, limit));
      }),
      { numRuns: runs(40) },
    );
  });

  it("200: filters by state; totals count the filtered units", async () => {
    const { body } = await list("?lifecycle_status=faulty,decommissioned&per_page=3");
    expect(body.pagination.total).toBe(8);
    expect(body.data).toHaveLength(3);
    const states = body.data.map((unit) => unit.lifecycle_status);
    expect(new Set([...states, "faulty", "decommissioned"]).size).toBe(2);
  });

  it.each([
    ["lifecycle_status=active", 108],
    ["lifecycle_status=in_stock", 10],
    ["lifecycle_status=faulty", 4],
    ["lifecycle_status=decommissioned", 4],
    ["connection_status=never_connected", 3],
    ["lifecycle_status=active&connection_status=offline", 8],
    ["lifecycle_status=active&connection_status=online,idle", 100],
  ])("200: of the demo fleet, %s are %i", async (query, total) => {
    expect((await list(`?per_page=1&${query}`)).body.pagination.total).toBe(total);
  });

  it("200: all units of the demo fleet but 8 have a SIM card, and some are in no group", async () => {
    const { data } = (await list("?per_page=200")).body;
    expect(data.filter((unit) => unit.sim_card !== null).length).toBe(118);
    expect(data.length - data.filter((unit) => unit.unit_group_ids.length > 0).length).toBeGreaterThan(10);
  });

  it("403 permission_denied: names the permission that is missing", async () => {
    const token = await service.login("demo-client-west");
    await service.server.db.query("delete from role_permissions where resource = 'units' and action = 'view'");
    const { status, body } = await service.call("GET", "/units/listing", { token });
    expect([status, body.code]).toEqual([403, "permission_denied"]);
    expect(body.required_permission).toEqual({ resource: "units", action: "view", title: "View units" });
    await service.server.db.query(
      "insert into role_permissions select id, 'units', 'view' from roles on conflict do nothing",
    );
    expect((await service.call("GET", "/units/listing", { token })).status).toBe(200);
  });

  it.each([
    ["per_page=abc", "per_page", /integer from 1 to 200/],
    ["per_page=100000", "per_page", /1 to 200/],
    ["page=0", "page", /1 to 1000000/],
    ["page=1e3", "page", /integer/],
    ["limit=10001", "limit", /1 to 10000/],
    ["lifecycle_status=broken", "lifecycle_status", /in_stock|one of/],
    ["perpage=5", "perpage", /per_page/],
  ])("422 validation_failed: %s", async (query, name, detail) => {
    const { status, body } = await list(`?${query}`);
    expect([status, body.code, body.errors?.length]).toEqual([422, "validation_failed", 1]);
    expect(body.errors?.[0]).toMatchObject({ in: "query", name });
    expect(body.errors?.[0]?.detail).toMatch(detail);
  });
});
