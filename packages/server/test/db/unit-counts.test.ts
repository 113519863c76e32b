import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyDatabase, useSharedDatabase } from "../support/db.ts";
import { runs } from "../support/runs.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useSharedDatabase();
const insertSql = `insert into units (client_id, name, identifier, identifier_type, created_at,
  updated_at) select $1, 'unit', $2 || n, 'custom', now(), now() from generate_series(1, $3) n`;

const step = fc.oneof(
  fc.record({ kind: fc.constant("insert"), client: fc.nat(1), size: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constantFrom("hide", "restore", "delete", "move"), client: fc.nat(1), size: fc.nat(4) }),
);

describe("unit counts", () => {
  it("equal a count of the live units after any changes", async () => {
    let label = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await emptyDatabase(db());
        await insertUser(db());
        const clients = [await insertClient(db(), "one"), await insertClient(db(), "two")];
        for (const { kind, client, size } of steps) {
          const id = clients[client] ?? 0;
          const some = "id in (select id from units where client_id = $1 order by id limit $2)";
          label += 1;
          if (kind === "insert") await db().query(insertSql, [id, `u${label}-`, size]);
          if (kind === "hide") {
            await db().query(`update units set deleted_at = now() where ${some}`, [id, size]);
          }
          if (kind === "restore") {
            await db().query(`update units set deleted_at = null where ${some}`, [id, size]);
          }
          if (kind === "delete") await db().query(`delete from units where ${some}`, [id, size]);
          if (kind === "move") {
            const target = clients[1 - client] ?? 0;
            await db().query(`update units set client_id = $3 where ${some}`, [id, size, target]);
          }
        }
        const counted = await db().query(
          `select c.id as client_id, (select count(*) from units u
             where u.client_id = c.id and u.deleted_at is null) as total from clients c order by 1`,
        );
        const kept = await db().query("select client_id, total from unit_counts order by 1");
        expect(kept).toEqual(counted);
      }),
      { numRuns: runs(40) },
    );
  });

  it("are written when they change, and only then", async () => {
    await emptyDatabase(db());
    await insertUser(db());
    const client = await insertClient(db());
    const revision = async (): Promise<unknown> =>
      (await db().query("select revision from unit_counts where client_id = $1", [client]))[0];
    expect(await revision()).toEqual({ revision: 0 });
    await db().query(insertSql, [client, "a", 3]);
    expect(await revision()).toEqual({ revision: 1 });
    await db().query("update units set name = 'renamed' where client_id = $1", [client]);
    expect(await revision()).toEqual({ revision: 1 });
  });
});
