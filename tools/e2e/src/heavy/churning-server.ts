/**
 * Child process of iterate-100k.ts: the reference server in memory with many units, and a loop that inserts and deletes
 * units all over the list by SQL, also in front of what an iteration has read.
 */
import type { Db } from "@fleet-api/server";
import { growFleet, startServer } from "@fleet-api/server";

/** What the iteration asks of the process with the server. */
export type Ask = "churn" | "rest" | "lived" | "end";

/** What that process tells, once per question and once at the start. */
export type Tell =
  | { readonly tell: "ready"; readonly baseUrl: string; readonly total: number }
  | { readonly tell: "done" }
  | {
      readonly tell: "lived";
      /** Ids of the units that were there from the start of the churn to now, in order. */
      readonly ids: readonly number[];
      readonly inserted: number;
      readonly deleted: number;
    };

const count = Number(process.argv[2]);

const settings = { memory: true, demo: true, port: 0, log_level: "warn", rotate_after_ms: 3_600_000 };
const server = await startServer({ settings });
const { db } = server;

const [client] = await db.query<{ id: number }>("select client_id as id from units order by id limit 1");
if (!client) throw new Error("the demo has no units");
await growFleet(db, { units: count });
// Units in groups could be neither renumbered nor deleted.
await db.query("delete from unit_group_members");
// Every second id is free, so that units can be put in anywhere.
await db.query("update units set id = id * 2 + 1000000");
// The embedded database has nothing that does it in the background; without it, plans are those of an empty table.
await db.query("vacuum analyze units");
const top = (await idsOf(db)).at(-1) ?? 0;

let lived = new Set<number>();
let churning: Promise<void> | undefined;
let going = false;
const counts = { inserted: 0, deleted: 0 };

process.on("message", async (ask: Ask) => {
  if (ask === "churn") {
    Object.assign(counts, { inserted: 0, deleted: 0 });
    lived = new Set(await idsOf(db));
    going = true;
    churning = churn();
    tell({ tell: "done" });
  } else if (ask === "rest") {
    going = false;
    await churning;
    tell({ tell: "done" });
  } else if (ask === "lived") {
    going = false;
    await churning;
    tell({ tell: "lived", ids: [...lived], ...counts });
  } else void server.close().finally(() => process.disconnect());
});
process.once("disconnect", () => process.exit());
tell({ tell: "ready", baseUrl: server.baseUrl, total: (await idsOf(db)).length });

/** One to three units in, as many out, in any order: often the total is the same again. */
async function churn(): Promise<void> {
  while (going) {
    const steps = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => [insert, remove]).flat();
    for (const step of steps.toSorted(() => Math.random() - 0.5)) await step();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
  }
}

function anyId(): number {
  return 1_000_000 + Math.floor(Math.random() * (top - 1_000_000));
}

async function insert(): Promise<void> {
  const id = anyId() | 1;
  const rows = await db.query(
    `insert into units (id, client_id, name, identifier, identifier_type, created_at, updated_at)
     values ($1, $2, $3, $3, 'custom', now(), now()) on conflict do nothing returning id`,
    [id, client?.id ?? 0, `churn-${id}`],
  );
  counts.inserted += rows.length;
}

async function remove(): Promise<void> {
  const rows = await db.query<{ id: number }>(
    `update units set deleted_at = now() where deleted_at is null
     and id = (select min(id) from units where deleted_at is null and id >= $1) returning id`,
    [anyId()],
  );
  for (const { id } of rows) lived.delete(id);
  counts.deleted += rows.length;
}

async function idsOf(from: Db): Promise<number[]> {
  const rows = await from.query<{ id: number }>("select id from units where deleted_at is null order by id");
  return rows.map(({ id }) => id);
}

function tell(message: Tell): void {
  process.send?.(message);
}
