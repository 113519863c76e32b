import type { Db } from "@fleet-api/server";

interface Table {
  readonly name: string;
  readonly columns: string;
}

const TABLES = `
  select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
  from information_schema.tables join information_schema.columns using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
  group by table_name`;

/** Keeps all rows as they are now. The function puts them back: the sessions of this moment, too. */
export async function keepData(db: Db): Promise<() => Promise<void>> {
  const tables = await db.query<Table & Record<string, unknown>>(TABLES);
  await db.query("create schema kept");
  for (const { name } of tables) await db.query(`create table kept.${name} as table public.${name}`);
  return () =>
    db.transaction(async (tx) => {
      // Neither triggers nor foreign keys: all tables get back what fitted together.
      await tx.query("set local session_replication_role = replica");
      for (const { name, columns } of tables) {
        await tx.query(`delete from public.${name}`);
        await tx.query(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        );
      }
    });
}
