/** In `best_effort`, a list of items ends as if they had been sent one by one. */
import type { BulkItem, BulkResult } from "@fleet-api/contract/types/shared";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { runs } from "../support/db.ts";
import { useService } from "../support/service.ts";

const service = useService();
/** Clients of the demo fleet; the last one does not exist. */
const [open, limited, suspended, unknown] = [1, 2, 3, 999_999];
let token = "";
let world = 0;

beforeAll(async () => {
  const { db } = service.server;
  await db.query("update clients set status = 'suspended' where id = $1", [suspended]);
  token = await service.login();
});

interface Item {
  readonly client_id: number;
  readonly external_id: string;
  readonly name?: unknown;
  readonly identifier?: string;
  readonly identifier_type?: string;
}

const few = (prefix: string, count: number) => fc.nat(count - 1).map((n) => `${prefix}${n}`);
const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });
const items = fc.uniqueArray(
  fc.record<Item>(
    {
      client_id: rarely(fc.constantFrom(open, limited), fc.constantFrom(suspended, unknown)),
      external_id: few("e", 12),
      name: rarely<unknown>(few("name ", 3), fc.constantFrom(5, "", null)),
      // Few of them, so that items want what others have, and swap it.
      identifier: few("i", 10),
      identifier_type: rarely(fc.constant("custom"), fc.constantFrom("imei", "none")),
    },
    { requiredKeys: ["client_id", "external_id"] },
  ),
  { maxLength: 30, selector: ({ client_id, external_id }) => `${client_id} ${external_id}` },
);
const actions = fc.constantFrom("create", "update", "upsert");

/** An empty world of its own: texts of the items begin with its name. */
async function newWorld(earlier: readonly Item[]) {
  world += 1;
  const prefix = `w${world}-`;
  const own = (item: Item): object => ({
    ...item,
    external_id: prefix + item.external_id,
    ...(item.identifier !== undefined && { identifier: prefix + item.identifier }),
  });
  const send = async (action: string, list: readonly Item[]): Promise<BulkItem[]> => {
    const body = { match_on: "external_id", mode: "best_effort", action, items: list.map(own) };
    const answer = await service.call<BulkResult>("POST", "/units/import", { token, body });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    return answer.body.data.results;
  };
  const { db } = service.server;
  // Three units more than it has: some fail for that.
  await db.query(
    `update clients set limits = limits || jsonb_build_object('max_units',
       3 + (select units from client_usage where client_id = $1)) where id = $1`,
    [limited],
  );
  if (earlier.length > 0) await send("create", earlier.slice(0, 5));
  const rows = async () =>
    db.query<{ id: number; [column: string]: unknown }>(
      `select id, client_id, external_id, name, identifier, version from units where starts_with(external_id, $1)
       order by client_id, external_id`,
      [prefix],
    );
  /** What can be compared with another world. */
  const seen = async (results: readonly BulkItem[]) => {
    const units = await rows();
    const places = new Map(units.map(({ id }, place) => [id, place]));
    const placed = results.map(({ id, outcome, problem }) => {
      const { existing_id = null, errors = [], ...rest } = problem ?? { code: null };
      const pointers = errors.map(({ pointer, code }) => [pointer?.replace(/^\/items\/\d+/, ""), code]);
      const place = (of: number | null): number | null => (of === null ? null : (places.get(of) ?? -1));
      return { outcome, code: rest.code, pointers, id: place(id), existing: place(existing_id) };
    });
    const shown = JSON.stringify([placed, units.map(({ id: _id, ...unit }) => unit)]);
    return shown.replaceAll(prefix, "");
  };
  return { send, seen };
}

describe("an import in best_effort", () => {
  it("ends as its items do one by one", async () => {
    await fc.assert(
      fc.asyncProperty(items, items, actions, async (earlier, list, action) => {
        fc.pre(list.length > 0);
        const together = await newWorld(earlier);
        const whole = await together.seen(await together.send(action, list));
        const other = await newWorld(earlier);
        const results: BulkItem[] = [];
        for (const one of list) results.push(...(await other.send(action, [one])));
        expect(whole).toBe(await other.seen(results));
      }),
      { numRuns: runs(100) },
    );
  });
});
