import type { Names } from "./names.ts";

/** The statements of one store. Each is complete in itself, so any connection of a pool will do. */
export interface Statements {
  /** $1 key. */
  readonly read: string;
  /** $1 key, $2 new revision, $3 record, $4 channel. Answers one row if there was no record. */
  readonly insert: string;
  /** $1 key, $2 new revision, $3 record, $4 channel, $5 expected revision. Answers one row if it was the expected one. */
  readonly update: string;
  /** $1 lock, $2 how long in ms, $3 proof. Answers one row if it was free, had run out, or is this holder's already. */
  readonly take: string;
  /** $1 lock, $2 how long in ms, $3 proof. */
  readonly extend: string;
  /** $1 lock, $2 proof. */
  readonly release: string;
}

/** Writes the statements. Time is the database's own, so the clocks of its clients do not matter. */
export function statementsFor({ table, locks }: Names): Statements {
  const until = "clock_timestamp() + $2::float8 * interval '1 millisecond'";
  const notify = "select pg_notify($4, $1) from changed";
  return {
    read: `select record from ${table} where key = $1`,
    insert: `with changed as (
        insert into ${table} (key, rev, record) values ($1, $2, $3) on conflict do nothing returning rev
      ) ${notify}`,
    update: `with changed as (
        update ${table} set rev = $2, record = $3, updated_at = now() where key = $1 and rev = $5 returning rev
      ) ${notify}`,
    take: `insert into ${locks} as held (key, proof, until) values ($1, $3, ${until})
      on conflict (key) do update set proof = excluded.proof, until = excluded.until
      where held.until < clock_timestamp() or held.proof = excluded.proof returning proof`,
    extend: `update ${locks} set until = ${until} where key = $1 and proof = $3`,
    release: `delete from ${locks} where key = $1 and proof = $2`,
  };
}
