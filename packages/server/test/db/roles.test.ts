import { expect, it } from "vitest";
import { useDatabase } from "../support/db.ts";

const db = useDatabase();

it("gives a role another version whenever what it may do changes, also when a permission moves to another role", async () => {
  await db().query("insert into roles (name) values ('one'), ('two')");
  const versions = async (): Promise<number[]> =>
    (await db().query<{ version: number }>("select version from roles order by id")).map(({ version }) => version);
  expect(await versions()).toEqual([1, 1]);
  await db().query("insert into role_permissions values (1, 'units', 'view')");
  expect(await versions()).toEqual([2, 1]);
  await db().query("update role_permissions set role_id = 2");
  expect(await versions()).toEqual([3, 2]);
  await db().query("update role_permissions set action = 'edit'");
  expect(await versions()).toEqual([3, 3]);
  await db().query("delete from role_permissions");
  expect(await versions()).toEqual([3, 4]);
});
