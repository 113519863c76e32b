import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { foldCase } from "../../src/platform/fold-case.ts";
import { growFleet } from "../../src/demo/index.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();

/** Texts that meet often, with the letters of patterns, others beyond ASCII, and the character between two texts. */
const letters = fc.constantFrom("a", "A", "b", "ä", "Ä", "7", "%", "_", "\\", " ", "'", "\u0001", "\n", "😀");
const text = fc.string({ unit: letters, minLength: 1, maxLength: 5 });
/** What a search may look for has something to see. */
const search = text.filter((value) => value.replaceAll("\u0001", "").trim() !== "");
const nullable = fc.option(text, { nil: null });
/** One that a name may be, or an external id, which are there once. */
const line = (value: string, index: number): string =>
  `a${value.replaceAll("\u0001", "-").replaceAll("\n", "-")}${index}`;
const groups = fc
  .array(fc.record({ name: text, description: nullable, external_id: nullable }), { maxLength: 8 })
  .map((all) =>
    all.map(({ name, description, external_id }, index) => ({
      texts: [line(name, index), description, external_id === null ? null : line(external_id, index)],
    })),
  );

it("finds what has the text in one of its texts, each page of it, with the exact total", async () => {
  const { db } = service.server;
  const token = await service.login();
  await fc.assert(
    fc.asyncProperty(groups, search, fc.integer({ min: 1, max: 3 }), async (given, q, per_page) => {
      await db.script("delete from unit_group_members; delete from unit_groups");
      const ids: number[] = [];
      for (const { texts } of given) {
        const [row] = await db.query<{ id: number }>(
          `insert into unit_groups (client_id, name, description, external_id, created_at, updated_at)
           values (1, $1, $2, $3, now(), now()) returning id`,
          texts,
        );
        ids.push(row?.id ?? 0);
      }
      const matching = ids.filter((_id, index) => {
        const texts = given[index]?.texts ?? [];
        return !q.includes("\u0001") && texts.some((one) => one !== null && foldCase(one).includes(foldCase(q)));
      });
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(Math.max(1, matching.length) / per_page); page += 1) {
        const query = new URLSearchParams({ q, page: String(page), per_page: String(per_page) });
        const { status, body } = await service.call<{ id: number }[]>("GET", `/unit_groups/find?${query}`, { token });
        expect([status, body.pagination.total]).toEqual([200, matching.length]);
        found.push(...body.data.map(({ id }) => id));
      }
      expect(found.toSorted((a, b) => a - b)).toEqual(matching);
    }),
    { numRuns: 60 },
  );
});

beforeAll(() => growFleet(service.server.db, { clients: 50, units: 5000, clock: service.clock }), 60_000);

it("follows every change of what it looks into", async () => {
  const token = await service.login();
  const finds = async (q: string): Promise<number> =>
    (await service.call("GET", `/units/find?q=${q}`, { token })).body.pagination.total;
  const unit = { client_id: 1, name: "Find me", identifier: "find-1", identifier_type: "custom" };
  const { body } = await service.call<{ id: number }>("POST", "/units", { token, body: unit });
  const path = `/units/${body.data.id}`;
  await service.call("PATCH", path, { token, body: { name: "Moved on", serial_number: "SN-find" } });
  await service.call("PUT", `${path}/sim_card`, { token, body: { iccid: "8999900000099999995", msisdn: "+15550100" } });
  const found = async (): Promise<number[]> =>
    Promise.all(["find-1", "find+me", "moved+ON", "sn-FIND", "8999900000099999995", "%2B15550100"].map(finds));
  expect(await found()).toEqual([1, 0, 1, 1, 1, 1]);
  await service.call("DELETE", `${path}/sim_card`, { token });
  expect(await found()).toEqual([1, 0, 1, 1, 0, 0]);
});

it("looks at each unit of the scope once, and at no unit outside of it", async () => {
  const { db } = service.server;
  for (const [username, scan] of [
    ["demo-partner-admin", /Scan/],
    ["demo-client-north", /Index Scan (?:on|using) units_(?:changed_in_)?client\b/],
  ] as const) {
    const sent = recordMessages();
    await service.call("GET", "/units/find?q=demo", { token: await service.login(username) });
    const { sql = "", params = [] } = sent.flat().find(({ sql: one }) => one.includes("found as materialized")) ?? {};
    const found = /materialized \(([^]+?)\)\s+select \(select count/.exec(sql)?.[1];
    // Scope and text.
    const plan = await db.query<{ "QUERY PLAN": string }>(`explain ${found}`, params.slice(0, 2));
    const lines = plan.map((row) => row["QUERY PLAN"]);
    expect(lines.filter((each) => each.includes(" on units t"))).toHaveLength(1);
    expect(lines.join()).toMatch(scan);
  }
});

describe("a search for nothing that anybody sees", () => {
  it.each([
    ["a space", " "],
    ["a tab and a line feed", "\t\n"],
    ["a no-break space", "\u00a0"],
    ["an ideographic space", "\u3000"],
    ["a zero-width space", "\u200b"],
    ["a byte order mark", "\ufeff"],
    ["a Hangul filler", "\u3164"],
    ["a variation selector", "\ufe0f"],
    ["all of them", " \u00a0\u3000\u200b\u2060\u00ad "],
  ])("is refused in every group: %s", async (_name, q) => {
    const token = await service.login();
    const searches = contractOperations.filter(({ path }) => path.endsWith("/find"));
    expect(searches).not.toHaveLength(0);
    for (const { path } of searches) {
      const answer = await service.call("GET", `${path}?${new URLSearchParams({ q })}`, { token });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [expect.objectContaining({ name: "q", detail: "must be a text with at least one visible character" })],
      ]);
    }
  });

  it("is not one for a letter with spaces around it", async () => {
    const token = await service.login();
    await service.call("POST", "/unit_groups", { token, body: { client_id: 1, name: "left right" } });
    for (const q of ["t r", " r"]) {
      const { status, body } = await service.call("GET", `/unit_groups/find?${new URLSearchParams({ q })}`, { token });
      expect([status, body.data]).toEqual([200, [expect.objectContaining({ name: "left right" })]]);
    }
  });
});
