import { describe, expect, it } from "vitest";
import { DbError, DbUnavailableError, noScope, rows, text } from "../../src/db/index.ts";
import type { Query } from "../../src/db/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();

/** Runs one query as a request does: with its plan kept by the connection. */
async function read<T>(query: Query<T>): Promise<T> {
  const [answer] = await db.database().unitOfWork(noScope).read(query);
  return answer;
}

describe("statements", () => {
  it("reports an error of the database with its code, and goes on", async () => {
    await expect(db().query("selec 1")).rejects.toMatchObject({ name: "DbError", code: "42601" });
    await expect(db().query("select 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
    expect(await db().query("select 1 / $1::int as x", [1])).toEqual([{ x: 1 }]);
  });

  it("names the constraint of a unique violation", async () => {
    await insertUser(db(), "same");
    const error = await insertUser(db(), "same").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DbError);
    expect(error).toMatchObject({ isUniqueViolation: true, fields: { table: expect.any(String) } });
  });

  it("answers many statements on their way together, each with its own rows", async () => {
    const numbers = Array.from({ length: 250 }, (_, n) => n);
    for (const round of [0, 1000]) {
      const answers = await Promise.all(
        numbers.map((n) => read(rows<{ n: number }>("select $1::int as n", [round + n]))),
      );
      expect(answers.map(([row]) => row?.n)).toEqual(numbers.map((n) => round + n));
    }
  });

  it("tells parallel first uses of one faulty statement the fault, not a missing plan", async () => {
    const faulty = rows("select nothing_like_this from nowhere");
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => read(faulty)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "42P01" } });
    }
  });

  it("plans anew after the schema has changed under a kept statement", async () => {
    await db().script(
      "create table changing (a int); grant all on changing to fleet_app; insert into changing values (1)",
    );
    const changing = rows("select * from changing");
    const many = (): Promise<unknown[]> => Promise.all(Array.from({ length: 20 }, () => read(changing)));
    expect(await many()).toEqual(Array.from({ length: 20 }, () => [{ a: 1 }]));
    await db().script("alter table changing add b text default 'new'");
    // A PostgreSQL server refuses the kept plan of each connection once.
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => read(changing)));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(DbUnavailableError);
      else expect(outcome.value).toEqual([{ a: 1, b: "new" }]);
    }
    expect(await many()).toEqual(Array.from({ length: 20 }, () => [{ a: 1, b: "new" }]));
    await db().script("drop table changing");
  });

  it("runs more different statements than it keeps plans for", async () => {
    for (const round of [0, 1, 0]) {
      const numbers = Array.from({ length: 250 }, (_, n) => round * 250 + n);
      const answers = await Promise.all(numbers.map((n) => read(text(`select 'answer ${n}'`))));
      expect(answers).toEqual(numbers.map((n) => `answer ${n}`));
    }
  });

  it("refuses a parameter list that the protocol cannot carry", async () => {
    const params = Array.from({ length: 65_536 }, () => 1);
    await expect(db().query("select 1", params)).rejects.toThrow(/array parameter/);
  });

  it("refuses SQL with a NUL instead of sending half of it", async () => {
    await expect(db().query("select 1\0; drop table users")).rejects.toThrow(/NUL/);
  });

  it("has the database refuse a NUL in a text parameter", async () => {
    await expect(db().query("select $1::text", ["a\0b"])).rejects.toMatchObject({ code: "22021" });
  });
});
