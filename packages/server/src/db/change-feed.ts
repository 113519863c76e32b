import type { Db } from "./db.ts";

/**
 * What tells this database from any other that may have the same rows: a dump that was restored has other object ids. A
 * promotion or a restore to a point in time begins another timeline, which cursors have (`database_timeline`).
 */
const IDENTITY = `select concat_ws(' ', (select system_identifier from pg_control_system()),
    (select oid from pg_database where datname = current_database()), 'changes'::regclass::oid)`;

/**
 * Begins a new epoch of the feed of changes if its rows were written in another database: their transaction numbers mean
 * nothing in this one. Cursors of the old epoch have expired then.
 */
export async function beginEpoch(owner: Db): Promise<void> {
  const [feed] = await owner.query<{ known: boolean }>(`select identity = (${IDENTITY}) as known from change_feed`);
  if (feed?.known === true) return;
  await owner.transaction(async (tx) => {
    // Several servers may start at the same time: the first one locks the row, and the others find it done.
    const begun = await tx.query(`update change_feed
      set identity = (${IDENTITY}), epoch = gen_random_uuid(), kept_from = pg_current_xact_id()
      where identity <> (${IDENTITY}) returning epoch`);
    if (begun.length > 0) await tx.script("delete from changes; delete from change_horizons");
  });
}

const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes at most `limit` changes that readers could see for more than 30 days; returns how many. Each call notes which
 * transactions have ended, because a change counts from the end of its transaction, which may have taken long. `tx` is a
 * transaction of the owner.
 */
export async function removeOldChanges(tx: Db, now: Date, limit: number): Promise<number> {
  const oldest = new Date(now.getTime() - KEPT_MS);
  await tx.query(
    `insert into change_horizons (at, horizon) values ($1::timestamptz, pg_snapshot_xmin(pg_current_snapshot()))
     on conflict (at) do nothing`,
    [now],
  );
  await tx.query(
    `with past as (select horizon from change_horizons where at <= $1::timestamptz order by at desc limit 1)
     update change_feed f set kept_from = past.horizon from past where f.kept_from < past.horizon`,
    [oldest],
  );
  await tx.query(
    `delete from change_horizons
     where at < (select at from change_horizons where at <= $1::timestamptz order by at desc limit 1)`,
    [oldest],
  );
  const [removed] = await tx.query<{ count: number }>(
    `with removed as (
       delete from changes where ctid = any(array(
         select ctid from changes where xid < (select kept_from from change_feed) order by xid, seq limit $1::bigint))
       returning 1)
     select count(*)::integer as count from removed`,
    [limit],
  );
  return removed?.count ?? 0;
}
