import type { Names } from "./postgres-schema.ts";

/** The statements of one store. Each is complete in itself, so any connection of a pool will do. */
export interface Statements {
  /** $1 key. */
  readonly read: string;
  /** $1 key, $2 revision. Moves the record to the key `<key>.bad`. */
  readonly quarantine: string;
  /** $1 key, $2 new revision, $3 record, $4 channel. Returns one row if there was no record. */
  readonly insert: string;
  /** $1 key, $2 new revision, $3 record, $4 channel, $5 expected revision. Returns one row if it was the expected one. */
  readonly update: string;
  /** $1 lock, $2 lease in ms, $3 owner. Returns one row if it was free, had expired, or is this owner's already. */
  readonly take: string;
  /** $1 lock, $2 lease in ms, $3 owner. */
  readonly extend: string;
  /** $1 lock, $2 owner. */
  readonly release: string;
}

/** Writes the statements. Time is the database's own, so the clocks of its clients do not matter. */
export function statementsFor({ table, locks }: Names): Statements {
  const until = "clock_timestamp() + $2::float8 * interval '1 millisecond'";
  const notify = "select pg_notify($4, $1) from changed";
  return {
    read: `select rev, record from ${table} where key = $1`,
    quarantine: `with moved as (delete from ${table} where key = $1 and rev = $2 returning rev, record)
      insert into ${table} (key, rev, record) select $1 || '.bad', rev, record from moved
      on conflict (key) do update set rev = excluded.rev, record = excluded.record, updated_at = now()`,
    insert: `with changed as (
        insert into ${table} (key, rev, record) values ($1, $2, $3) on conflict do nothing returning rev
      ) ${notify}`,
    update: `with changed as (
        update ${table} set rev = $2, record = $3, updated_at = now() where key = $1 and rev = $5 returning rev
      ) ${notify}`,
    take: `insert into ${locks} as held (key, owner, until) values ($1, $3, ${until})
      on conflict (key) do update set owner = excluded.owner, until = excluded.until
      where held.until < clock_timestamp() or held.owner = excluded.owner returning owner`,
    extend: `update ${locks} set until = ${until} where key = $1 and owner = $3`,
    release: `delete from ${locks} where key = $1 and owner = $2`,
  };
}
