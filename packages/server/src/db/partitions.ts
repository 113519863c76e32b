import type { Db } from "./db.ts";
import { LOCK_LIMIT } from "./transaction.ts";

const DAY_MS = 24 * 60 * 60_000;

/** For how long the order of arrival of positions is kept. */
const ARRIVALS_KEPT_MS = 7 * DAY_MS;

/** How far in the future a device may have recorded a position: clocks of devices are wrong. */
export const MAX_CLOCK_AHEAD_MS = DAY_MS;

/** A range of time of one table. */
interface Partition {
  /** For how long its rows are kept after its end. */
  readonly keptMs: number;
  readonly parent: string;
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Makes the partitions that positions of these instants, received at `now`, are stored in: the months of all classes of retention
 * that clients have, and the days of their arrival. Those that are there already cost one query. Each is made apart and attached
 * then, which no reader waits for.
 */
export async function makePartitions(owner: Db, now: Date, instants: readonly Date[]): Promise<void> {
  const classes = await owner.query<{ class: number }>("select distinct class from client_retentions");
  const months = classes.flatMap(({ class: days }) => instants.map((at) => monthOf(days, at)));
  // What is over already would be removed at once.
  const wanted = [...months, dayOf(now)].filter((each) => !isOver(each, now));
  const existing = new Set((await listPartitions(owner)).map(({ name }) => name));
  const missing = new Map(wanted.filter(({ name }) => !existing.has(name)).map((each) => [each.name, each]));
  for (const each of missing.values()) await makePartition(owner, each);
}

/** Makes ahead of time what positions of the next days need. */
export function makeNextPartitions(owner: Db, now: Date): Promise<void> {
  const days = [0, 1, 2].map((ahead) => new Date(now.getTime() + ahead * DAY_MS));
  return days.reduce<Promise<void>>(async (made, day) => {
    await made;
    await makePartitions(owner, day, [day, new Date(day.getTime() + MAX_CLOCK_AHEAD_MS)]);
  }, Promise.resolve());
}

/** Two servers may want the same one at the same time. */
async function makePartition(owner: Db, { parent, name, from, to }: Partition): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query(
      `select set_config('lock_timeout', '${LOCK_LIMIT}', true), pg_advisory_xact_lock(hashtextextended('partition ' || $1, 0))`,
      [name],
    );
    const [known] = await tx.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [name]);
    if (known?.exists === true) return;
    await tx.script(`create table ${name} (like ${parent} including defaults including indexes);
      call limit_to_clients('${name}');
      alter table ${parent} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`);
  });
}

/**
 * Removes the partitions whose rows are all older than they are kept; returns how many. One that cannot be removed now keeps no other
 * one from it.
 * @throws the first error, after all were tried
 */
export async function removePartitions(owner: Db, now: Date): Promise<number> {
  const all = await listPartitions(owner);
  const old = all.filter((each) => each.state !== "attached" || isOver(each, now));
  const errors: unknown[] = [];
  // What was begun comes first: PostgreSQL detaches one partition of a table at a time.
  for (const each of [
    ...old.filter(({ state }) => state !== "attached"),
    ...old.filter(({ state }) => state === "attached"),
  ]) {
    await removePartition(owner, each).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
  return old.length;
}

function isOver({ to, keptMs }: Pick<Partition, "to" | "keptMs">, now: Date): boolean {
  return to.getTime() + keptMs <= now.getTime();
}

/** A partition that exists, or one that was detached and not dropped yet. */
interface Existing extends Partition {
  readonly state: "attached" | "detaching" | "detached";
}

/**
 * Outside of a transaction, because readers would wait for one. What somebody reads for long is left for the next run, which
 * finishes it.
 */
async function removePartition(owner: Db, { parent, name, to, state }: Existing): Promise<void> {
  if (parent === "arrivals" && state === "attached") await expireCursors(owner, to);
  if (state !== "detached") {
    const how = state === "detaching" ? "finalize" : "concurrently";
    await owner.outsideTransaction(`alter table ${parent} detach partition ${name} ${how}`);
  }
  await owner.outsideTransaction(`drop table ${name}`);
}

/**
 * Expires the cursors of the feed of positions that lie before what arrived at an instant. To be called before arrivals are removed, so
 * that no reader continues where rows are missing.
 */
export async function expireCursors(owner: Pick<Db, "query">, before: Date): Promise<void> {
  await owner.query(
    `update position_feed set kept_after = greatest(kept_after,
       (select coalesce(max(batch), 0) from arrivals where received_at < $1::timestamptz))`,
    [before],
  );
}

async function listPartitions(owner: Db): Promise<Existing[]> {
  const found = await owner.query<{ name: string; state: Existing["state"] }>(
    `select c.relname as name,
       case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and c.relname ~ '^(positions_[0-9]+_[0-9]{4}_[0-9]{2}|arrivals_[0-9]{4}_[0-9]{2}_[0-9]{2})$' order by c.relname`,
  );
  return found.map(({ name, state }) => {
    const [, parent = "", year = "", month = "", day = "01"] =
      /^(.+?)_([0-9]{4})_([0-9]{2})(?:_([0-9]{2}))?$/.exec(name) ?? [];
    const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (parent === "arrivals") return { ...dayOf(at), state };
    return { ...monthOf(Number(parent.slice("positions_".length)), at), state };
  });
}

/** The month of a class of retention that has an instant. */
function monthOf(days: number, at: Date): Partition {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const to = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  const keptMs = days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS;
  return { parent: `positions_${days}`, name: `positions_${days}_${digits(from, 7)}`, from, to, keptMs };
}

/** The day of arrivals that has an instant. */
function dayOf(at: Date): Partition {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  const to = new Date(from.getTime() + DAY_MS);
  return { parent: "arrivals", name: `arrivals_${digits(from, 10)}`, from, to, keptMs: ARRIVALS_KEPT_MS };
}

function digits(at: Date, length: number): string {
  return at.toISOString().slice(0, length).replaceAll("-", "_");
}
