import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { createScope, firstRow, noScope, rows } from "../../src/db/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useDatabase();
const unit = (scope = noScope): UnitOfWork => db.database().unitOfWork(scope);
const clientIds = rows<{ id: number }>("select id from clients order by id");

describe("a unit of work", () => {
  beforeEach(async () => {
    await insertUser(db());
    await insertClient(db(), "one");
    await insertClient(db(), "two");
  });

  it("sees nothing without a scope, and exactly its scope with one", async () => {
    expect(await unit().read(clientIds)).toEqual([[]]);
    expect(await unit(createScope({ clients: [2] })).read(clientIds)).toEqual([[{ id: 2 }]]);
    expect(await unit(createScope({ partners: ["p1"] })).read(clientIds)).toEqual([[{ id: 1 }, { id: 2 }]]);
    expect(await unit(createScope({ partners: ["p2"] })).read(clientIds)).toEqual([[]]);
    expect(await unit(createScope({ agencies: ["a1"] })).read(clientIds)).toEqual([[{ id: 1 }, { id: 2 }]]);
  });

  it("ends a failed read before the next one, whoever comes next", async () => {
    const scoped = unit(createScope({ partners: ["p1"] }));
    const broken = rows("select * from no_such_table");
    const outcomes = await Promise.allSettled([
      scoped.read(clientIds, broken),
      scoped.read(clientIds),
      unit().read(clientIds),
    ]);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "42P01" } });
    expect(outcomes[1]).toEqual({ status: "fulfilled", value: [[{ id: 1 }, { id: 2 }]] });
    expect(outcomes[2]).toEqual({ status: "fulfilled", value: [[]] });
  });

  it("refuses writes in a read", async () => {
    const work = unit(createScope({ partners: ["p1"] }));
    await expect(work.read(rows("update clients set name = 'x'"))).rejects.toMatchObject({ code: "25006" });
    const [updated] = await work.write(firstRow("update clients set name = 'x' where id = 1 returning name"));
    expect(updated).toEqual({ name: "x" });
  });
});
