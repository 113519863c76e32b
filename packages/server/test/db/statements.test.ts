import { describe, expect, it } from "vitest";
import { DbError } from "../../src/db/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();

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
    const sql = "select $1::int as n";
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => db().query<{ n: number }>(sql, [n])));
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });

  it("tells parallel first uses of one faulty statement the fault, not a missing plan", async () => {
    const sql = "select nothing_like_this from nowhere";
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => db().query(sql)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "42P01" } });
    }
  });

  it("plans anew after the schema has changed under a kept statement", async () => {
    await db().script("create table changing (a int); insert into changing values (1)");
    const sql = "select * from changing";
    expect(await db().query(sql)).toEqual([{ a: 1 }]);
    expect(await db().query(sql)).toEqual([{ a: 1 }]);
    await db().script("alter table changing add b text default 'new'");
    expect(await db().query(sql)).toEqual([{ a: 1, b: "new" }]);
    await db().script("drop table changing");
  });

  it("runs more different statements than it keeps plans for", async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => db().queryText(`select 'answer ${n}'`)));
    expect(answers).toEqual(Array.from({ length: 400 }, (_, n) => `answer ${n}`));
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
