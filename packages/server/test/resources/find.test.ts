import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { growFleet } from "../../src/demo/index.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { runs } from "../support/db.ts";
import { isFound } from "../support/is-found.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();

/** Texts that meet often, with the letters of patterns, others beyond ASCII, and the characters between two texts. */
const letters = fc.constantFrom(..."aAbäÄ7ΣΟ%_\\' -\n\u00a0\u2010\u200b\u0001\u0002", "😀");
const text = fc.string({ unit: letters, minLength: 1, maxLength: 5 });
/** What a search may look for has something to see. */
const search = fc
  .string({ unit: letters, minLength: 1, maxLength: 7 })
  .filter((value) => value.replaceAll(/[\p{White_Space}\p{Cc}\u200b]/gu, "") !== "");
const nullable = fc.option(text, { nil: null });
/** One that a record may have: no control characters, and something at its ends. */
const line = (value: string, index: number): string => `a${value.replaceAll(/[\p{Cc}\u200b]/gu, "-")}${index}`;

/** The number of records that a search finds, and the ids of all its pages. */
async function findAll(path: string, q: string, per_page: number): Promise<readonly [total: number, ids: number[]]> {
  const token = await service.login();
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ q, client_id: "6", page: String(page), per_page: String(per_page) });
    const { status, body } = await service.call<{ id: number }[]>("GET", `${path}?${query}`, { token });
    expect([status, body.detail]).toEqual([200, undefined]);
    ids.push(...body.data.map(({ id }) => id));
    if (page * per_page >= body.pagination.total) return [body.pagination.total, ids.toSorted((a, b) => a - b)];
  }
}

/** Adds rows to a table of the sixth client, which has no others. */
async function insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) {
    const members = { client_id: 6, created_at: service.clock.now(), updated_at: service.clock.now(), ...row };
    const places = Object.keys(members).map((_name, index) => `$${index + 1}`);
    const [made] = await service.server.db.query<{ id: number }>(
      `insert into ${table} (${Object.keys(members).join(", ")}) values (${places.join(", ")}) returning id`,
      Object.values(members),
    );
    ids.push(made?.id ?? 0);
  }
  return ids;
}

describe("a search finds what has all of its words, on each page, with the exact total", () => {
  it("in the strings of groups, of which one is an identifier", async () => {
    const groups = fc.array(fc.record({ name: text, description: nullable, external_id: nullable }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, search, fc.integer({ min: 1, max: 3 }), async (given, q, per_page) => {
        await service.server.db.script("delete from vehicle_group_members; delete from vehicle_groups");
        const rows = given.map(({ name, description, external_id }, index) => ({
          name: line(name, index),
          description,
          external_id: external_id === null ? null : line(external_id, index),
        }));
        const ids = await insert("vehicle_groups", rows);
        const matching = ids.filter((_id, index) => {
          const { name = null, description = null, external_id = null } = rows[index] ?? {};
          return isFound(q, { texts: [name, description], identifiers: [external_id] });
        });
        expect(await findAll("/vehicle_groups/find", q, per_page)).toEqual([matching.length, matching]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("in the name and the six identifiers of units", async () => {
    const value = fc.option(
      text.map((one) => one.replaceAll(/\p{Cc}/gu, "")),
      { nil: null },
    );
    const [iccid, msisdn] = [value, value];
    const units = fc.array(
      fc.record({ name: text, identifier: text, serial_number: value, external_id: value, iccid, msisdn }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(units, search, async (given, q) => {
        await service.server.db.query("delete from units where client_id = 6");
        const unique = (one: string | null, index: number): string | null => (one === null ? null : line(one, index));
        const rows = given.map(({ name, identifier, serial_number, external_id, ...sim }, index) => ({
          name: line(name, index),
          identifier: line(identifier, index),
          identifier_type: "custom",
          serial_number,
          external_id: unique(external_id, index),
          sim_card: JSON.stringify({ iccid: unique(sim.iccid, index), msisdn: sim.msisdn }),
        }));
        const ids = await insert("units", rows);
        const matching = ids.filter((_id, index) => {
          const { name = null, identifier = null, serial_number = null, external_id = null } = rows[index] ?? {};
          const sim = [unique(given[index]?.iccid ?? null, index), given[index]?.msisdn ?? null];
          return isFound(q, { texts: [name], identifiers: [identifier, serial_number, external_id, ...sim] });
        });
        expect(await findAll("/units/find", q, 200)).toEqual([matching.length, matching]);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("a record is found by what people type", () => {
  const word = fc.constantFrom(
    "Łódź",
    "größe",
    "ÖL-Depot",
    "ΟΔΟΣ",
    "жук",
    "N°7",
    "(east)",
    "100%",
    "c_3",
    "日本",
    "O'Hara",
  );
  const space = fc.constantFrom(" ", "  ", "\u00a0", "\t", " - ");
  /** Letters of `value` in some other case, as long as the value stays the same word. */
  const cases = fc.constantFrom<(value: string) => string>(
    (value) => value,
    (value) => value.toLowerCase(),
    (value) => value.replaceAll(/\p{Ll}/gu, (letter) => (letter === "ß" ? letter : letter.toUpperCase())),
  );

  it("the words of a name in any order, case and Unicode form", async () => {
    const names = fc.uniqueArray(word, { minLength: 1, maxLength: 5 });
    const typed = names.chain((words) =>
      fc.record({
        words: fc.constant(words),
        order: fc.shuffledSubarray(words, { minLength: 1 }),
        space,
        inCase: cases,
        form: fc.constantFrom("NFC", "NFD"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(typed, async ({ words, order, space: between, inCase, form }) => {
        await service.server.db.query("delete from units where client_id = 6");
        const ids = await insert("units", [
          { name: words.join(" "), identifier: "words", identifier_type: "custom" },
          { name: "Other", identifier: "others", identifier_type: "custom" },
        ]);
        const q = order.map((one) => inCase(one)).join(between);
        expect(await findAll("/units/find", q.normalize(form), 200)).toEqual([1, [ids[0]]]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("an identifier with spaces and hyphens anywhere in it, stored and typed", async () => {
    const characters = fc.array(fc.constantFrom(..."A1b2Ü%_\\"), { minLength: 4, maxLength: 12 });
    const gap = fc.constantFrom("", "", " ", "-", "\u2011", " - ", "\u00a0");
    /** The same characters with two ways to space them, and a column that holds the first. */
    const identifier = characters.chain((all) => {
      const spaced = fc
        .array(gap, { minLength: all.length - 1, maxLength: all.length - 1 })
        .map((gaps) => all.map((one, index) => one + (gaps[index] ?? "")).join(""));
      return fc.record({
        stored: spaced,
        typed: spaced,
        column: fc.constantFrom("identifier", "serial_number", "external_id"),
      });
    });
    await fc.assert(
      fc.asyncProperty(identifier, cases, async ({ stored, typed, column }, inCase) => {
        await service.server.db.query("delete from units where client_id = 6");
        const members = { name: "x", identifier: "x", identifier_type: "custom", [column]: stored };
        const [id] = await insert("units", [members, { ...members, [column]: "y", identifier: "y" }]);
        expect(await findAll("/units/find", inCase(typed), 200)).toEqual([1, [id]]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("exact names first, then names that begin with the text, whatever white space is around it", async () => {
    await service.server.db.query("delete from units where client_id = 6");
    const names = ["Depot North Gate", "The North Depot", "North Depot Gate", "Depot Far North", "Depot North"];
    const rows = names.map((name) => ({ name, identifier: name, identifier_type: "custom" }));
    await insert("units", rows);
    const token = await service.login();
    const path = `/units/find?client_id=6&${new URLSearchParams({ q: " depot north\u00a0" })}`;
    const { body } = await service.call<{ name: string }[]>("GET", path, { token });
    expect(body.data.map(({ name }) => name)).toEqual([
      "Depot North",
      "Depot North Gate",
      "Depot Far North",
      "North Depot Gate",
      "The North Depot",
    ]);
  });
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
    await service.call("POST", "/unit_groups", { token, body: { client_id: 1, name: "left zwq" } });
    for (const q of ["t zw", " zw "]) {
      const { status, body } = await service.call("GET", `/unit_groups/find?${new URLSearchParams({ q })}`, { token });
      expect([status, body.data]).toEqual([200, [expect.objectContaining({ name: "left zwq" })]]);
    }
  });
});
