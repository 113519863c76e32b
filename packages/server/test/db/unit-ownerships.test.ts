import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyDatabase, runs, useSharedDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useSharedDatabase();
const day = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();

const insertSql = `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
  values ($1, 'unit', $2, $3, $4, $4) returning id`;

interface Interval {
  readonly client_id: number;
  readonly from: string;
  readonly to: string | null;
}

describe("the owners of a unit", () => {
  it("are intervals without gaps and overlaps from its creation on, the last one open", async () => {
    await emptyDatabase(db());
    await insertUser(db());
    const clients = [await insertClient(db(), "a"), await insertClient(db(), "b"), await insertClient(db(), "c")];
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }), async ([first = 0, ...others]) => {
        const owner = (index: number): number => clients[index] ?? 0;
        serial += 1;
        const [unit] = await db().query<{ id: number }>(insertSql, [owner(first), `u${serial}`, "custom", day(0)]);
        for (const [index, client] of others.entries()) {
          const change = "update units set client_id = $2, updated_at = $3 where id = $1";
          await db().query(change, [unit?.id ?? 0, owner(client), day(index + 1)]);
        }
        const found = await db().query<Interval & object>(
          `select client_id, "from", "to" from unit_ownerships where unit_id = $1 order by "from", id`,
          [unit?.id ?? 0],
        );
        const owners = [first, ...others].filter((one, index, all) => one !== all[index - 1]).map(owner);
        expect(found.map(({ client_id }) => client_id)).toEqual(owners);
        expect(found[0]?.from).toEqual(day(0));
        expect(found.map(({ to }) => to)).toEqual([...found.slice(1).map(({ from }) => from), null]);
      }),
      { numRuns: runs(30) },
    );
  });

  it("are no two at a time, whoever writes them", async () => {
    const twice = `insert into unit_ownerships (unit_id, client_id, agency_id, partner_id, "from")
      select unit_id, client_id, agency_id, partner_id, now() from unit_ownerships where "to" is null limit 1`;
    await expect(db().query(twice)).rejects.toMatchObject({ fields: { constraint: "unit_ownerships_open" } });
  });
});
