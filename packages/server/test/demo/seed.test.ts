import { beforeEach, describe, expect, it } from "vitest";
import type { PermissionCatalogue } from "../../src/access/index.ts";
import type { Db, UnitOfWork } from "../../src/db/index.ts";
import { firstRow, noScope } from "../../src/db/index.ts";
import { demoLogins, seedDemo, growFleet } from "../../src/demo/index.ts";
import { tableOutbox } from "../../src/outbox.ts";
import { luhnDigit } from "../../src/platform/luhn.ts";
import { manualClock, silentLog, seededRandom, systemRandom } from "../../src/platform/index.ts";
import { argon2Passwords, nodeCrypto } from "../../src/platform/node.ts";
import { createOneTimeTokens, createSessions } from "../../src/sessions/index.ts";
import { emptyDatabase, useSharedDatabase } from "../support/db.ts";

const db = useSharedDatabase();
const anchor = new Date("2026-11-20T12:00:00.000Z");
const clock = manualClock(anchor);
const DAY = 24 * 60 * 60_000;

const catalogue: PermissionCatalogue = {
  partners: actions("view", "create", "edit", "delete"),
  agencies: actions("view", "create", "edit", "delete"),
  clients: actions("view", "create", "edit", "delete", "asset_transfer"),
  units: actions("view", "create", "edit", "delete", "units_basic_edit", "units_technical"),
  vehicle_groups: actions("view", "create", "edit", "delete"),
  monitoring: actions("view", "view_history", "ingest"),
};

function actions(...names: string[]): PermissionCatalogue[string] {
  return { title: "Title", actions: Object.fromEntries(names.map((name) => [name, { title: name }])) };
}

function seed(target: Db): Promise<boolean> {
  const random = seededRandom(1);
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = argon2Passwords({ random, cost });
  const crypto = nodeCrypto(random);
  const outbox = tableOutbox({ clock, crypto, secretKey, log: silentLog });
  return seedDemo(target, { clock, random, crypto, passwords, outbox, catalogue });
}

const secretKey = new Uint8Array(32);

async function dump(target: Db): Promise<string> {
  const tables = await target.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('schema_migrations', 'schema_functions', 'change_feed', 'changes') order by 1`,
  );
  const parts: (string | null)[] = [];
  for (const { name } of tables) {
    // The planner chooses in which order a statement writes several records, and with it the ids of what it writes to the log.
    const row = name === "audit_log" ? "to_jsonb(t) - 'id'" : "to_jsonb(t)";
    parts.push(name, await target.queryText(`select jsonb_agg(${row} order by (${row})::text)::text from ${name} t`));
  }
  return parts.join("\n");
}

async function count(where: string): Promise<number> {
  const [row] = await db().query<{ n: number }>(`select count(*) as n from units where ${where}`);
  return row?.n ?? -1;
}

const work = (): UnitOfWork => db.database().unitOfWork(noScope);

/** What a user may do where, as a request with a token of that user finds it. */
async function accessOf(username: string) {
  const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto() });
  const [user] = await db().query<{ id: number; password_hash: string }>(
    "select id, password_hash from users where username = $1",
    [username],
  );
  const started = await sessions.login(work(), user ?? { id: 0, password_hash: "" });
  return (await sessions.authenticate(work(), started?.token ?? "")).principal;
}

describe("the demo fleet", () => {
  beforeEach(async () => {
    await emptyDatabase(db());
    await seed(db());
  });

  it("is the same to the byte on every run", async () => {
    const first = await dump(db());
    await emptyDatabase(db());
    expect(await seed(db())).toBe(true);
    expect(await dump(db())).toBe(first);
  });

  it("is loaded once, also by two processes at the same time", async () => {
    const before = await dump(db());
    expect(await seed(db())).toBe(false);
    expect(await dump(db())).toBe(before);
    await emptyDatabase(db());
    expect((await Promise.all([seed(db()), seed(db())])).toSorted()).toEqual([false, true]);
    expect(await dump(db())).toBe(before);
  });

  it("has the organisation that the documents promise", async () => {
    const [row] = await db().query(
      `select (select count(*) from partners) as partners, (select count(*) from agencies) as agencies,
        (select count(*) from clients) as clients, (select count(*) from users) as users,
        (select count(*) from clients where status = 'suspended') as suspended,
        (select count(*) from client_usage where units = 0) as empty`,
    );
    expect(row).toEqual({ partners: 1, agencies: 2, clients: 6, users: 9, suspended: 1, empty: 1 });
  });

  it("has 126 units in the promised states", async () => {
    expect(await count("true")).toBe(126);
    expect(await count("lifecycle_status = 'active' and installed_at is not null")).toBe(108);
    expect(await count("lifecycle_status = 'in_stock' and installed_at is null")).toBe(10);
    expect(await count("lifecycle_status = 'faulty'")).toBe(4);
    expect(await count("lifecycle_status = 'decommissioned'")).toBe(4);
    const seen = "select unit_id from unit_states where last_seen_at";
    expect(await count(`id not in (${seen} is not null)`)).toBe(3);
    expect(await count("sim_card is not null")).toBe(118);
    const yesterday = new Date(anchor.getTime() - DAY).toISOString();
    expect(await count(`lifecycle_status = 'active' and id in (${seen} < '${yesterday}')`)).toBe(8);
  });

  it("has identifiers that are valid in form and belong to no real device", async () => {
    const units = await db().query<{ imei: string; iccid: string | null }>(
      "select imei, sim_card->>'iccid' as iccid from units",
    );
    for (const { imei, iccid } of units) {
      expect(imei).toMatch(/^00\d{13}$/);
      expect(luhnDigit(imei.slice(0, -1))).toBe(imei.at(-1));
      if (iccid === null) continue;
      expect(iccid).toMatch(/^8999900\d{12}$/);
      expect(luhnDigit(iccid.slice(0, -1))).toBe(iccid.at(-1));
    }
    expect(new Set(units.map((unit) => unit.imei)).size).toBe(126);
    // The textbook IMEI of 3GPP TS 23.003.
    expect(luhnDigit("49015420323751")).toBe("8");
  });

  it("has no instant in the future of its anchor but expiries", async () => {
    const late = {
      units: "created_at > $1 or installed_at > $1 or updated_at > $1",
      unit_states: "greatest(last_seen_at, last_position_at, odometer_device_at, engine_hours_device_at) > $1",
      unit_readings: "greatest(read_at, created_at) > $1",
    };
    for (const [table, condition] of Object.entries(late))
      expect(await db().query(`select from ${table} where ${condition}`, [anchor])).toEqual([]);
  });

  it("has logins that are clearly demo, each with its password", async () => {
    const passwords = argon2Passwords();
    for (const { username, password, email } of demoLogins) {
      expect(password).toMatch(/^fleet-demo-/);
      expect(email).toMatch(/@example\.com$/);
      const [row] = await db().query<{ password_hash: string }>(
        "select password_hash from users where username = $1 and email = $2",
        [username, email],
      );
      expect(await passwords.verify(row?.password_hash ?? "", password)).not.toBe(null);
    }
  });

  it("gives each user its part of the fleet", async () => {
    const totals: Record<string, number> = {};
    for (const { username } of demoLogins) {
      const { scope } = await accessOf(username);
      const counted = firstRow<{ n: number }>("select coalesce(sum(units), 0)::int as n from client_usage");
      const [row] = await work().within(scope).read(counted);
      totals[username] = row?.n ?? -1;
    }
    expect(totals).toEqual({
      "demo-partner-admin": 126,
      "demo-agency-admin-1": 84,
      "demo-agency-admin-2": 42,
      "demo-client-north": 40,
      "demo-client-south": 34,
      "demo-client-east": 26,
      "demo-client-west": 16,
      "demo-client-suspended": 10,
      "demo-read-only": 74,
    });
  });

  it("gives each role its permissions", async () => {
    const partner = await accessOf("demo-partner-admin");
    expect(partner.grants.size).toBe(Object.values(catalogue).flatMap((entry) => Object.keys(entry.actions)).length);
    expect(partner.scope.partners).toEqual(["demo-partner"]);
    const agency = await accessOf("demo-agency-admin-1");
    expect(agency.grants.has("clients", "create")).toBe(true);
    expect(agency.grants.has("partners", "edit")).toBe(false);
    expect(agency.scope.agencies).toEqual(["demo-agency-1"]);
    const client = await accessOf("demo-client-north");
    expect(client.grants.has("units", "units_basic_edit")).toBe(true);
    expect(client.grants.has("units", "delete")).toBe(false);
    expect(client.scope.agencies).toEqual([]);
    const reader = await accessOf("demo-read-only");
    expect(reader.grants.has("units", "view")).toBe(true);
    expect(reader.grants.has("monitoring", "view_history")).toBe(true);
    expect(reader.grants.has("units", "units_basic_edit")).toBe(false);
  });

  it("starts users with every settings member", async () => {
    const [row] = await db().query<{ settings: Record<string, unknown> }>(
      "select settings from users where username = 'demo-client-east'",
    );
    expect(row?.settings).toMatchObject({
      general_timezone: "Europe/Berlin",
      fleet_track_client_name: "Demo Client East",
      notifications_types: { message: true, success: true, warning: true, critical: true },
    });
    // 25 texts, 25 flags, 7 numbers, 4 structures: section 2.2 of the source description.
    expect(Object.keys(row?.settings ?? {})).toHaveLength(61);
  });

  it("has a pending registration whose token is in the outbox", async () => {
    const [message] = await tableOutbox({ clock, crypto: nodeCrypto(), secretKey, log: silentLog }).waiting(db());
    const tokens = createOneTimeTokens({ clock, random: seededRandom(2), crypto: nodeCrypto() });
    const pending = await tokens.peek(work(), "registration", message?.payload.token ?? "");
    expect(pending.payload).toMatchObject({
      email: message?.recipient,
      scope_level: "agency",
      client_ids: [],
    });
  });

  it("grows by units and clients without colliding with itself", async () => {
    await growFleet(db(), { units: 1500, clock });
    await growFleet(db(), { clients: 30, units: 1510, clock });
    const counted = await db().query(
      `select c.name, u.units from client_usage u join clients c on c.id = u.client_id
       where u.units > 100 or c.name like 'Demo Client 7' or c.name = 'Demo Client 36' order by c.id`,
    );
    expect(counted).toEqual([
      { name: "Demo Client North", units: 790 },
      { name: "Demo Client Empty", units: 750 },
      { name: "Demo Client 7", units: 51 },
      { name: "Demo Client 36", units: 50 },
    ]);
  });
});
