import fc from "fast-check";
import pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { startServer } from "../../src/index.ts";
import { partitionJob } from "../../src/maintenance/index.ts";
import { onPostgres, runs } from "../support/db.ts";
import { installationRequests } from "../support/installations.ts";
import { recordMessages } from "../support/messages.ts";
import type { AnyReport } from "../support/positions.ts";
import { positionRequests } from "../support/positions.ts";
import { ownerUrl } from "../support/postgres.ts";
import { cheapPasswords, useService } from "../support/service.ts";

const service = useService();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const now = (): Date => service.clock.now();
const runJob = (): Promise<number> => partitionJob.runWhole(service.server.db, now());

/** Requests of the administrator, whose session lasts for a part of the time that a test lets pass. */
async function requests() {
  const token = await service.login();
  const sender = { call: service.call, clock: service.clock, db: () => service.server.db, token: () => token };
  return { ...positionRequests(sender), ...installationRequests(sender) };
}

const report = (unit_id: number, at: Date): AnyReport => ({
  unit_id,
  recorded_at: at.toISOString(),
  latitude: 0,
  longitude: 0,
});

let serial = 0;

const limitsOf = (history_retention_days: number | null) => ({
  max_units: null,
  max_users: null,
  max_vehicles: null,
  history_retention_days,
});

/** A client that keeps history for so many days, and a unit that has belonged to it for 100 days. */
async function newClient(days: number): Promise<{ readonly client: number; readonly unit: number }> {
  const { insert, unit } = await requests();
  const client = await insert("clients", {
    agency_id: "demo-agency-1",
    name: `Client ${(serial += 1)}`,
    timezone: "UTC",
    currency: "EUR",
    limits: JSON.stringify(limitsOf(days)),
  });
  return { client, unit: await unit(client) };
}

/** The partitions of a table that are attached, by their names. */
async function partitionsOf(parent: string): Promise<string[]> {
  const found = await service.server.db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and not i.inhdetachpending order by 1`,
    [parent],
  );
  return found.map(({ name }) => name);
}

const exists = (name: string): Promise<string | null> => service.server.db.queryText("select to_regclass($1)", [name]);

/** The name of the partition of a month. */
const monthOf = (parent: string, at: Date): string => `${parent}_${at.toISOString().slice(0, 7).replace("-", "_")}`;

/** How often positions are sent to the database until the test ends. */
function countAppends(): () => number {
  const sent = recordMessages();
  return () => sent.filter((message) => message.some(({ sql }) => sql.includes("insert into positions"))).length;
}

/** Lets time pass until noon of a day of a later month, which no other test has seen. */
function passUntil(day: number): void {
  const at = Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 6, day, 12);
  service.clock.advance(at - now().getTime());
}

const before = (days: number): Date => new Date(now().getTime() - days * DAY);

/** The address of the database of this suite, for the owner. */
async function databaseUrl(): Promise<string> {
  const name = await service.server.db.queryText("select current_database()");
  return ownerUrl(inject("postgres").address, name ?? "");
}

/** Reads all positions in a transaction of the owner that stays open until the result is called. */
async function openReader(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await databaseUrl(), options: "-c fleet.owner_access=on" });
  await client.connect();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= client.end());
  onTestFinished(close);
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from positions");
  return close;
}

/** The processes of this database that wait for others. */
const waiting = `select l.pid from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`;
const limit = { timeout: 30_000 };

describe("partitions are made", () => {
  it("ahead of time, for the next days and for each class of retention that a client has", async () => {
    passUntil(30);
    const { unit } = await newClient(80);
    const first = now();
    await runJob();
    for (const parent of ["positions_90", "positions_365"]) {
      const names = [first, before(-3)].map((at) => monthOf(parent, at));
      expect(await partitionsOf(parent)).toEqual(expect.arrayContaining(names));
    }
    service.clock.advance(2 * DAY - HOUR);
    const made = [await partitionsOf("positions_90"), await partitionsOf("arrivals")];
    const appends = countAppends();
    const { store } = await requests();
    expect(await store([report(unit, now()), report(unit, before(-1))])).toBe(2);
    expect(appends()).toBe(1);
    expect([await partitionsOf("positions_90"), await partitionsOf("arrivals")]).toEqual(made);
  });

  it("by a request with positions of months that have none", async () => {
    passUntil(1);
    const { unit } = await newClient(1000);
    const { store, history } = await requests();
    const instants = [70, 40, 1].map(before);
    const appends = countAppends();
    expect(await store(instants.map((at) => report(unit, at)))).toBe(3);
    expect(appends()).toBe(2);
    const names = instants.map((at) => monthOf("positions_1825", at));
    expect(await partitionsOf("positions_1825")).toEqual(expect.arrayContaining(names));
    // Of a class that is over by now, it would be removed at once.
    await newClient(30);
    expect(await store([report(unit, before(100))])).toBe(1);
    expect(await partitionsOf("positions_30")).not.toContain(monthOf("positions_30", before(100)));
    const found = await history(`unit_id=${unit}&from=${before(70).toISOString()}&to=${before(39).toISOString()}`);
    expect(found.map(({ recorded_at }) => recorded_at)).toEqual(instants.slice(0, 2).map((at) => at.toISOString()));
  });

  it("once by two servers at the same time, and each position is stored once", async () => {
    passUntil(1);
    const { unit } = await newClient(1000);
    const { store } = await requests();
    const settings = onPostgres && { database_url: await databaseUrl(), port: 0, log_level: "silent" };
    const options = { clock: service.clock, passwords: cheapPasswords };
    const second = settings ? await startServer({ ...options, settings }) : service.server;
    if (settings) onTestFinished(() => second.close());
    const token = await service.login();
    const items = [70, 40, 1].map((days) => report(unit, before(days)));
    const send = async (baseUrl: string): Promise<number> => {
      const response = await fetch(`${baseUrl}/monitoring/positions`, {
        method: "POST",
        headers: { authorization: token, "content-type": "application/json" },
        body: JSON.stringify({ items }),
      });
      const { data, detail } = await response.json();
      expect([response.status, detail]).toEqual([200, undefined]);
      return data.stored;
    };
    let sent: Promise<number>[] = [];
    await service.server.db.transaction(async (tx) => {
      // Keeps both from attaching what they made until both want to.
      await tx.query("lock table positions_1825 in share update exclusive mode");
      sent = [service.server, second].map(({ baseUrl }) => send(baseUrl));
      if (onPostgres) await expect.poll(() => second.db.query(waiting), limit).toHaveLength(2);
    });
    const stored = await Promise.all(sent);
    expect(stored.toSorted()).toEqual([0, 3]);
    expect(await store(items)).toBe(0);
    for (const days of [70, 40, 1]) {
      expect(await partitionsOf("positions_1825")).toContain(monthOf("positions_1825", before(days)));
    }
  });
});

describe("partitions are removed", () => {
  it("when the last of their rows is older than its class keeps, and the order of arrival after 7 days", async () => {
    passUntil(20);
    const [{ unit }, { unit: longer }] = [await newClient(30), await newClient(90)];
    await (await requests()).store([unit, longer].map((id) => report(id, now())));
    const [month, day] = [
      monthOf("positions_30", now()),
      `arrivals_${now().toISOString().slice(0, 10).replaceAll("-", "_")}`,
    ];
    const end = Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 1);
    const runAt = async (at: number): Promise<void> => {
      service.clock.advance(at - now().getTime());
      await runJob();
    };
    const noon = now().getTime();
    await runAt(noon + 7.5 * DAY - 1);
    expect([await exists(month), await exists(day)]).toEqual([month, day]);
    await runAt(noon + 7.5 * DAY);
    expect([await exists(month), await exists(day)]).toEqual([month, null]);
    await runAt(end + 30 * DAY - 1);
    expect(await exists(month)).toBe(month);
    await runAt(end + 30 * DAY);
    expect([await exists(month), await partitionsOf("positions_30")]).toEqual([
      null,
      expect.not.arrayContaining([month]),
    ]);
    const kept = "select unit_id from positions where unit_id = any($1::bigint[])";
    expect(await service.server.db.query(kept, [[unit, longer]])).toEqual([{ unit_id: longer }]);
  });

  /** A partition that is over, and a unit of its client. */
  async function expired(): Promise<{ readonly month: string; readonly unit: number }> {
    passUntil(20);
    // What is left of other tests.
    await runJob();
    const { unit } = await newClient(30);
    await (await requests()).store([report(unit, now())]);
    const month = monthOf("positions_30", now());
    service.clock.advance(60 * DAY);
    return { month, unit };
  }

  it.runIf(onPostgres)(
    "when a reader who holds a long transaction is done: nobody waits for it, the job only a moment",
    async () => {
      const { month, unit } = await expired();
      const closeReader = await openReader();
      const job = runJob().catch((error: unknown) => error);
      const { store, latest, history, follow } = await requests();
      const [, cursor] = await follow(null);
      // Makes a partition of the same table.
      const other = await newClient(30);
      expect(await store([report(unit, now()), report(other.unit, before(29))])).toBe(2);
      expect(await latest(`unit_ids=${unit},${other.unit}`)).toHaveLength(2);
      const period = `from=${before(30).toISOString()}&to=${before(-1).toISOString()}`;
      expect(await history(`unit_id=${other.unit}&${period}`)).toHaveLength(1);
      expect((await follow(cursor))[0]).toHaveLength(2);
      expect(await job).toMatchObject({ code: "55P03" });
      expect(await exists(month)).toBe(month);
      expect(await partitionsOf("positions_30")).not.toContain(month);
      await closeReader();
      await runJob();
      expect(await exists(month)).toBeNull();
    },
  );

  it("when the job was interrupted after it had detached them", async () => {
    const { month } = await expired();
    await service.server.db.script(`alter table positions_30 detach partition ${month}`);
    await runJob();
    expect(await exists(month)).toBeNull();
  });
});

/** What happens to a client that keeps history for 30 days at first. */
type Step =
  | { readonly kind: "send"; readonly hours: readonly number[] }
  | { readonly kind: "keep"; readonly days: number | null }
  | { readonly kind: "wait"; readonly hours: number };

/** Hours since the run began: few, so that many positions are sent again. */
const send = fc.record({
  kind: fc.constant("send" as const),
  hours: fc.array(fc.integer({ min: -24, max: 24 * 4 }), { minLength: 1, maxLength: 40 }),
});
const keep = fc.record({ kind: fc.constant("keep" as const), days: fc.constantFrom(10, 30, 90, 365, 1000, null) });
const wait = fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 0, max: 30 }) });
const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof(send, keep, wait), { minLength: 4, maxLength: 14 });

const hoursOf = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Changes twice within a day, with every position sent before and after each. */
const twiceWithinADay: Step[] = [
  { kind: "send", hours: hoursOf(-24, 24) },
  { kind: "keep", days: null },
  { kind: "send", hours: hoursOf(-24, 24) },
  { kind: "wait", hours: 5 },
  { kind: "send", hours: hoursOf(-24, 29) },
  { kind: "keep", days: 90 },
  { kind: "send", hours: hoursOf(-24, 29) },
  { kind: "wait", hours: 22 },
  { kind: "send", hours: hoursOf(-24, 50) },
  { kind: "wait", hours: 24 },
  { kind: "send", hours: hoursOf(-24, 74) },
];

/** A client whose retention changes while its unit reports, and what the service should have of it. */
async function newChangingClient() {
  const { client, unit } = await newClient(30);
  const begun = now().getTime();
  const stored = new Set<number>();
  return {
    stored,
    keep: async (days: number | null): Promise<void> => {
      const body = { limits: limitsOf(days) };
      const { status } = await service.call("PATCH", `/clients/${client}`, { token: await service.login(), body });
      expect(status).toBe(200);
    },
    /** Sends positions that every retention keeps; returns how many were there already. */
    send: async (hours: readonly number[]): Promise<number> => {
      const [first, last] = [before(9), before(-1)].map((at) => at.getTime());
      const sent = hours.map((hour) => begun + hour * HOUR).filter((at) => at >= Number(first) && at <= Number(last));
      if (sent.length === 0) return 0;
      const { store } = await requests();
      const fresh = await store(sent.map((at) => report(unit, new Date(at))));
      expect(fresh).toBe(new Set(sent.filter((at) => !stored.has(at))).size);
      for (const at of sent) stored.add(at);
      return sent.length - fresh;
    },
    /** Expects readers to get what is not older than so many days; returns how much that is. */
    expectHistory: async (days: number): Promise<number> => {
      const { history } = await requests();
      const [from, to] = [-1, 30].map((day) => new Date(begun + day * DAY).toISOString());
      const found = await history(`unit_id=${unit}&from=${from}&to=${to}`);
      const kept = [...stored].filter((at) => at >= before(days).getTime());
      const expected = kept.toSorted((one, other) => one - other).map((at) => new Date(at).toISOString());
      expect(found.map(({ recorded_at }) => recorded_at)).toEqual(expected);
      return found.length;
    },
    rows: () => service.server.db.query("select from positions where unit_id = $1", [unit]),
  };
}

it("however often a client changes for how long it keeps history, each position is stored once and read for so long", async () => {
  const counts = { repeated: 0, cut: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const client = await newChangingClient();
      for (const step of plan) {
        if (step.kind === "wait") service.clock.advance(step.hours * HOUR);
        else if (step.kind === "keep") await client.keep(step.days);
        else counts.repeated += await client.send(step.hours);
      }
      service.clock.advance(9 * DAY);
      // Shorter first: what a reader did not see was not removed.
      for (const days of [9, 20, 1000]) {
        await client.keep(days);
        const found = await client.expectHistory(days);
        counts.cut += client.stored.size - found;
      }
      expect(await client.rows()).toHaveLength(client.stored.size);
    }),
    { numRuns: runs(24), examples: [[twiceWithinADay]] },
  );
  expect([counts.repeated > 0, counts.cut > 0]).toEqual([true, true]);
});
