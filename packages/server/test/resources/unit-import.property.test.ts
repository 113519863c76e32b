/** In `best_effort`, a list of items ends as if they had been sent one by one. */
import type { BulkItem, BulkResult } from "@fleet-api/contract/types/shared";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { luhnDigit } from "../../src/platform/luhn.ts";
import { runs } from "../support/db.ts";
import { useService } from "../support/service.ts";

const service = useService();
/** Clients of the demo fleet that the caller reaches; the last one does not exist. */
const [open, limited, suspended, unknown] = [1, 2, 5, 999_999];
/** A client outside of the caller's scope. It may have any number of units: those of every world stay. */
let hidden = 0;
/** The caller, and somebody who reaches all of the clients. */
let [token, everywhere] = ["", ""];
let world = 0;

beforeAll(async () => {
  const { db } = service.server;
  everywhere = await service.login();
  token = await service.login("demo-agency-admin-1");
  const [client] = await db.query<{ id: number }>(
    `select id from clients where agency_id <> 'demo-agency-1' and partner_id = 'demo-partner' and status = 'active'
       and limits ->> 'max_units' is null order by id`,
  );
  if (client === undefined) throw new Error("The demo fleet has no such client.");
  hidden = client.id;
});

interface Item {
  readonly client_id: number;
  readonly external_id: string;
  readonly name?: unknown;
  readonly identifier?: string;
  readonly identifier_type?: string;
  readonly imei?: number;
}

const few = (prefix: string, count: number) => fc.nat(count - 1).map((n) => `${prefix}${n}`);
const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: other });
/** Few values, so that items want what stored units and other items have, and swap it. */
const values = {
  external_id: few("e", 16),
  identifier: few("i", 12),
  identifier_type: rarely(fc.constantFrom("custom", "custom", "serial"), fc.constantFrom("imei", "none")),
  name: rarely<unknown>(few("name ", 3), fc.constantFrom(5, "", null)),
  imei: fc.nat(5),
};
const complete = ["client_id", "external_id", "name", "identifier", "identifier_type"] as const;
const item = (clients: fc.Arbitrary<number>) =>
  rarely(
    fc.record<Item>({ client_id: clients, ...values }, { requiredKeys: [...complete] }),
    fc.record<Item>({ client_id: clients, ...values }, { requiredKeys: ["client_id", "external_id"] }),
  );
/** The clients of units that are stored before: the last one is not in the caller's scope. */
const owners = [open, limited, 0];
const stored = fc.array(item(fc.constantFrom(...owners)), { maxLength: 8, size: "max" });
const items = fc.array(item(rarely(fc.constantFrom(open, limited), fc.constantFrom(suspended, unknown))), {
  minLength: 1,
  maxLength: 30,
  size: "max",
});
const matches = fc.constantFrom("external_id", "external_id", "identifier");
const actions = fc.constantFrom("create", "update", "upsert");

/** An empty world of its own: texts of the items begin with its name. */
async function newWorld(earlier: readonly Item[]) {
  world += 1;
  const prefix = `w${world}-`;
  const digitsOf = (n: number): string => `35${String(world).padStart(6, "0")}${String(n).padStart(6, "0")}`;
  const own = ({ imei, ...others }: Item): object => ({
    ...others,
    client_id: others.client_id === 0 ? hidden : others.client_id,
    external_id: prefix + others.external_id,
    ...(others.identifier !== undefined && { identifier: prefix + others.identifier }),
    ...(imei !== undefined && { imei: digitsOf(imei) + luhnDigit(digitsOf(imei)) }),
  });
  const send = async (how: object, list: readonly Item[], as = token): Promise<BulkItem[]> => {
    const body = { mode: "best_effort", ...how, items: list.map(own) };
    const answer = await service.call<BulkResult>("POST", "/units/import", { token: as, body });
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
  for (const one of earlier) await send({ match_on: "external_id", action: "create" }, [one], everywhere);
  const rows = async () =>
    db.query<{ id: number; [column: string]: unknown }>(
      `select id, client_id, external_id, name, identifier, substr(imei, 9, 6) as imei, version
       from units where starts_with(external_id, $1) order by client_id, external_id`,
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
      const detail = problem?.errors === undefined ? problem?.detail.replace(/ Item \d+ .*/, "") : null;
      return { outcome, code: rest.code, detail, pointers, id: place(id), existing: place(existing_id) };
    });
    const shown = JSON.stringify([placed, units.map(({ id: _id, ...unit }) => unit)]);
    return shown.replaceAll(prefix, "");
  };
  return { send, seen };
}

/** Without items that an import refuses because an earlier one has the same key. */
function withoutRepeated(list: readonly Item[], matchOn: string): Item[] {
  const keys = list.map(({ client_id, external_id, identifier_type, identifier }) =>
    (matchOn === "external_id" ? [client_id, external_id] : [identifier_type, identifier]).join(" "),
  );
  return list.filter((_item, index) => keys.indexOf(keys[index] ?? "") === index);
}

describe("an import in best_effort", () => {
  it("ends as its items do one by one", async () => {
    await fc.assert(
      fc.asyncProperty(stored, items, actions, matches, async (earlier, all, action, match_on) => {
        const list = withoutRepeated(all, match_on);
        const how = { match_on, action };
        const together = await newWorld(earlier);
        const whole = await together.seen(await together.send(how, list));
        const other = await newWorld(earlier);
        const results: BulkItem[] = [];
        for (const one of list) results.push(...(await other.send(how, [one])));
        expect(whole).toBe(await other.seen(results));
      }),
      { numRuns: runs(100) },
    );
  });
});
