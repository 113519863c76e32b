/** What the template and the worker that opens it must agree on. */

/** The present of the fleet in the template; the worker moves all instants from it to its own present. */
export const SEEDED_AT = Date.UTC(2026, 0, 1);

/**
 * Seals messages that wait in the sandbox's database. Known to everybody, like the passwords of the demo: the messages
 * of the template are for the reader, and the database never leaves the page.
 */
export const SANDBOX_KEY = new TextEncoder().encode("the key of a sandbox is no secret");

const SECOND_MS = 1000;
const DAY_S = 24 * 60 * 60;

/**
 * One statement that moves every instant and date of the database by `ms`, so that a fleet of last year looks like one of
 * today. Triggers are off meanwhile: nobody has changed anything. So are exclusion constraints, because a row that has moved can overlap
 * one that has not.
 */
export function moveInstants(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  const days = Math.floor(seconds / DAY_S);
  return `do $$
declare
  one record;
  exclusions record;
begin
  perform set_config('session_replication_role', 'replica', true);
  select string_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname), ';') as dropped,
      string_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), ';') as added
    into exclusions from pg_constraint where contype = 'x' and connamespace = 'public'::regnamespace;
  execute exclusions.dropped;
  for one in
    select c.oid::regclass as name, string_agg(format('%1$I = %1$I + %2$s', a.attname,
      case when a.atttypid = 'date'::regtype then '${days}' else 'interval ''${seconds} seconds''' end), ', ') as changes
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
    group by c.oid
  loop
    execute format('update %s set %s', one.name, one.changes);
  end loop;
  execute exclusions.added;
end $$`;
}
