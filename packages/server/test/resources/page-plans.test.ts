import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { makePartitions } from "../../src/db/index.ts";
import type { Statement } from "../../src/db/query.ts";
import { growFleet } from "../../src/demo/index.ts";
import type { Message } from "../support/messages.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();
beforeAll(async () => {
  const { db } = service.server;
  await growFleet(db, { units: 20_000, vehicles: 5000, drivers: 1000, assignments: 10_000, clock: service.clock });
  await growFleet(db, { clients: 2000, units: 2000, clock: service.clock });
  await installUnits(db);
  await db.query(
    `insert into unit_groups (client_id, name, created_at, updated_at)
     select id, 'Demo Group ' || n, $1, $1 from clients, generate_series(1, 200) n where id <= 4`,
    [service.clock.now()],
  );
  // As the maintenance of each database does sooner or later: plans must not depend on when.
  await db.query("vacuum (analyze)");
});

/** Every added vehicle had a unit for a moment, and its odometer was read then. */
async function installUnits(db: Db): Promise<void> {
  const placed = "client_id, row_number() over (partition by client_id order by id desc) as place";
  await db.query(
    `with unit as (select id, created_at as at, ${placed} from units),
       vehicle as (select id, ${placed} from vehicles v where not exists (select from vehicle_readings where vehicle_id = v.id)),
       installed as (
         insert into vehicle_unit_assignments (client_id, vehicle_id, unit_id, installed_at, removed_at, created_at, updated_at)
         select client_id, vehicle.id, unit.id, at, at, at, at from vehicle join unit using (client_id, place)
         returning vehicle_id, client_id, installed_at as at)
     insert into vehicle_readings (client_id, vehicle_id, read_at, odometer_m, source, created_at)
     select client_id, vehicle_id, at, 0, 'workshop', at from installed`,
  );
}

/** A minute ago for the fleet: some units were heard of since then, and most were not. */
const recently = new Date("2026-03-01T11:59:00.000Z").toISOString();

/** The statements that read a list, as one message. */
async function statementsOf(path: string, username?: string): Promise<Message> {
  const token = await service.login(username);
  const sent = recordMessages();
  expect((await service.call("GET", path, { token })).status).toBe(200);
  const list = sent.find((message) => message.some(({ sql }) => sql.includes("string_agg")));
  return list ?? [];
}

/** The lines of the plan of a statement, made without its parameters as the server has them made; `scope` as in a request. */
async function planOf({ sql, params }: Statement, scope?: Statement): Promise<string[]> {
  const literals = params.map((value) => {
    if (value instanceof Date) return `'${value.toISOString()}'`;
    if (Array.isArray(value)) return `'{${value.join(", ")}}'`;
    return typeof value === "number" ? String(value) : `'${String(value)}'`;
  });
  const plan = await service.server.db.transaction(async (tx) => {
    await tx.query("select set_config('plan_cache_mode', 'force_generic_plan', true)");
    if (scope !== undefined) await tx.query(scope.sql, scope.params);
    await tx.query(`prepare page as ${sql}`);
    const explained = await tx.query<{ "QUERY PLAN": string }>(
      `explain (analyze, timing off) execute page(${literals.join(", ")})`,
    );
    await tx.query("deallocate page");
    return explained;
  });
  return plan.map((row) => row["QUERY PLAN"]);
}

/** The plans of the page and of the total of a list, with row-level security. */
async function plansOf(path: string, username?: string): Promise<{ page: string[]; total: string[] }> {
  const sent = await statementsOf(path, username);
  const one = (text: string): Statement => {
    const found = sent.find(({ sql }) => sql.includes(text));
    if (found === undefined) throw new Error(`No statement has ${text}.`);
    return found;
  };
  const scope = one("fleet.partners");
  return { page: await planOf(one("string_agg"), scope), total: await planOf(one(" as total"), scope) };
}

/** How many rows a line of a plan gives. */
const rowsOf = (line = ""): number => Number(/\(actual rows=(\d+)/.exec(line)?.[1]);
const scansOf = (lines: readonly string[]): string[] => lines.filter((line) => /Scan.* on \w+ t(_\d+)?\b/.test(line));

describe("a page is cut from an index alone, as far as it goes, and shows its own rows alone", () => {
  it.each([
    ["/units/listing?per_page=50", "units_partner"],
    ["/units/listing?per_page=50&page=300", "units_partner"],
    ["/units/listing?per_page=50&sort=-id", "units_partner"],
    ["/units/listing/client/1?per_page=50", "units_client"],
    ["/units/listing?per_page=50&sort=-updated_at", "units_changed_in_partner"],
    ["/units/listing?per_page=50&sort=updated_at", "units_changed_in_partner"],
    ["/units/listing?per_page=50&client_id=1&sort=-updated_at", "units_changed_in_client"],
    ["/units/listing?per_page=50&include_deleted=true&sort=-updated_at", "units_changed_in_partner"],
    ["/clients/listing?per_page=50", "clients_partner"],
    ["/clients/listing?per_page=50&sort=-updated_at", "clients_changed_in_partner"],
  ])("%s", async (path, index) => {
    const { page } = await plansOf(path);
    const [cut, shown, ...others] = scansOf(page);
    expect(cut).toMatch(new RegExp(`Index Only Scan (Backward )?using ${index} `));
    const offset = path.includes("page=300") ? 299 * 50 : 0;
    // The longest page, and what has the same instant as its last row.
    expect(rowsOf(cut)).toBeLessThan(offset + 250);
    expect([rowsOf(shown), others]).toEqual([1, []]);
    expect(page.filter((line) => line.includes("Rows Removed"))).toEqual([]);
  });

  it.each([
    ["demo-agency-admin-2", "units_changed_in_agency"],
    ["demo-client-north", "units_changed_in_client"],
  ])("of %s, newest first", async (username, index) => {
    const { page } = await plansOf("/units/listing?per_page=50&sort=-updated_at", username);
    expect(scansOf(page)[0]).toContain(index);
  });
});

describe("a page of vehicles, their documents, readings and installations", () => {
  it.each([
    "/vehicles/listing?per_page=50",
    "/vehicles/listing?per_page=50&sort=-updated_at",
    `/vehicles/listing?updated_after=${recently}`,
    "/vehicles/documents/listing?vehicle_id=2",
    "/vehicles/documents/listing?expires_before=2026-04-01&sort=expires_on",
    "/vehicles/documents/listing?client_id=1&expires_before=2026-04-01&sort=expires_on",
    "/vehicles/documents/listing?status=expired&sort=expires_on",
    "/vehicles/readings/listing?vehicle_id=2",
    "/vehicles/unit_assignments/listing?vehicle_id=2",
    "/vehicles/unit_assignments/listing?unit_id=2",
  ])("%s reads no whole table", async (path) => {
    const { page, total } = await plansOf(path);
    const large = /Seq Scan on (vehicles|vehicle_documents|vehicle_readings|vehicle_unit_assignments|units)/;
    expect([...page, ...total].filter((line) => large.test(line))).toEqual([]);
  });
});

describe("a page of drivers and their assignments", () => {
  const byTime = "/drivers/assignments/listing?per_page=50";
  const byExpiry = "/drivers/listing?per_page=50&sort=licence_expires_on";
  it.each([
    [byTime, "demo-partner-admin", "driver_assignments_begin_in_partner"],
    [byTime, "demo-agency-admin-1", "driver_assignments_begin_in_agency"],
    [byTime, "demo-client-north", "driver_assignments_begin_in_client"],
    [`${byTime}&client_id=1`, "demo-partner-admin", "driver_assignments_begin_in_client"],
    [`${byTime}&to=2026-02-01T00:00:00Z`, "demo-partner-admin", "driver_assignments_begin_in_partner"],
    [byExpiry, "demo-partner-admin", "drivers_licences_in_partner"],
    [byExpiry, "demo-agency-admin-1", "drivers_licences_in_agency"],
    [byExpiry, "demo-client-north", "drivers_licences_in_client"],
    [`${byExpiry}&licence_expires_before=2026-04-01`, "demo-partner-admin", "drivers_licences_in_partner"],
  ])("%s of %s is cut from an index", async (path, username, index) => {
    const { page } = await plansOf(path, username);
    const [cut] = scansOf(page);
    expect(cut).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `));
    // The longest page, and what has the same instant as its last row.
    expect(rowsOf(cut)).toBeLessThan(250);
  });

  it.each([
    ["vehicle_id=200&at=2026-02-01T00:00:00Z", "driver_assignments_of_vehicle"],
    ["vehicle_id=200&from=2026-02-01T00:00:00Z&to=2026-02-02T00:00:00Z", "driver_assignments_of_vehicle"],
    ["driver_id=200", "driver_assignments_of_driver"],
  ])("%s reads the history of one record, for the page and the total", async (query, index) => {
    const { page, total } = await plansOf(`/drivers/assignments/listing?${query}`);
    for (const plan of [page, total]) expect(plan.join("\n")).toContain(index);
    expect(
      [...page, ...total].filter((line) => /Seq Scan on (drivers|driver_assignments|vehicles)/.test(line)),
    ).toEqual([]);
  });

  it("of drivers with a vehicle looks up the assignments of each", async () => {
    const { page, total } = await plansOf("/drivers/listing?has_vehicle=true");
    for (const plan of [page, total]) {
      expect(plan.join("\n")).toContain("using driver_assignments_primary_of_driver");
      expect(plan.filter((line) => line.includes("Seq Scan on driver_assignments"))).toEqual([]);
    }
  });
});

describe("a list of what changed reads that, for the page and the total", () => {
  it.each([
    ["units", ""],
    ["units", "&sort=-id"],
    ["units", "&sort=-updated_at"],
    ["units", "&include_deleted=true"],
    ["clients", ""],
  ])("%s%s", async (group, more) => {
    const { page, total } = await plansOf(`/${group}/listing?updated_after=${recently}${more}`);
    const [{ changed } = {}] = await service.server.db.query<{ changed: number }>(
      `select count(*) as changed from ${group} where updated_at > $1`,
      [recently],
    );
    for (const [scan = ""] of [scansOf(page), scansOf(total)]) {
      expect(scan).toMatch(new RegExp(`Index Only Scan (Backward )?using ${group}_changed_in_`));
      expect(rowsOf(scan)).toBeLessThanOrEqual(changed ?? 0);
    }
    expect([...page, ...total].filter((line) => line.includes("Rows Removed"))).toEqual([]);
  });
});

describe.each(["units", "unit_groups"])("the total of %s is not counted, but added up from counters", (group) => {
  it.each([
    ["of all", "", null],
    ["of a client", "/client/1", 1],
  ])("%s", async (_name, owner, client) => {
    const path = `/${group}/listing${owner}`;
    const token = await service.login();
    const { body } = await service.call("GET", path, { token });
    const [counted] = await service.server.db.query(
      `select count(*) as total from ${group} where deleted_at is null and ($1::bigint is null or client_id = $1)`,
      [client],
    );
    expect(counted).toEqual({ total: body.pagination.total });
    expect((await statementsOf(path)).filter(({ sql }) => sql.includes("count(*) as total"))).toEqual([]);
  });

  it("of a part of all clients, without the records", async () => {
    const { total } = await plansOf(`/${group}/listing`, "demo-agency-admin-2");
    // For half of all clients, a plan may read the table as well as its index.
    expect(total.join("\n")).toMatch(/Scan .*on client_usage/);
    expect(total.filter((line) => line.includes(` on ${group} `))).toEqual([]);
  });
});

describe("a page of a feed of changes reads no more than itself of each part of the scope, whatever comes after it", () => {
  it.each([
    ["demo-partner-admin", "", "partner"],
    ["demo-agency-admin-1", "", "agency"],
    ["demo-client-north", "", "client"],
    ["demo-read-only", "", "client"],
    ["demo-partner-admin", "&client_id=1", "client"],
  ])("%s%s", async (username, more, part) => {
    const token = await service.login(username);
    const { body } = await service.call<{ next_cursor: string }>("GET", `/units/changes?from=now${more}`, { token });
    const [feed] = await service.server.db.query<{ kept_from: string }>("select kept_from from change_feed");
    const cursor: unknown[] = JSON.parse(Buffer.from(body.data.next_cursor, "base64url").toString());
    cursor[5] = feed?.kept_from;
    const oldest = Buffer.from(JSON.stringify(cursor)).toString("base64url");
    const sent = await statementsOf(`/units/changes?per_page=50&cursor=${oldest}${more}`, username);
    const [statement] = sent.filter(({ sql }) => sql.includes("string_agg"));
    if (statement === undefined) throw new Error("No statement reads the feed.");
    const lines = await planOf(
      statement,
      sent.find(({ sql }) => sql.includes("fleet.partners")),
    );
    const scans = lines.filter((line) => / on changes t/.test(line));
    expect(scans).toHaveLength(1);
    expect(scans[0]).toContain(`using changes_in_${part}`);
    expect(rowsOf(scans[0])).toBeGreaterThan(30);
    expect(rowsOf(scans[0])).toBeLessThanOrEqual(200);
  });
});

const MONTHS = 120;

describe(`with ${MONTHS} partitions, a history reads those of its range alone, each by its key`, () => {
  const DAY = 86_400_000;
  /** An instant so many days ago. */
  const before = (days: number): Date => new Date(service.clock.now().getTime() - days * DAY);
  /** A unit of the first client, its vehicle, and a driver of that. */
  let ids: Readonly<Record<string, number>> = {};

  beforeAll(async () => {
    const { db } = service.server;
    const [found] = await db.query<Record<string, number>>(
      `select i.unit_id, i.vehicle_id, d.driver_id
       from vehicle_unit_assignments i join driver_assignments d using (vehicle_id)
       where i.client_id = 1 and d.role = 'primary' and tstzrange($1, $2) <@ tstzrange(i.installed_at, i.removed_at)
         and tstzrange($1, $2) && tstzrange(d.started_at, d.ended_at)
       order by i.id limit 1`,
      [before(40), before(10)],
    );
    ids = found ?? {};
    const now = service.clock.now();
    const months = Array.from({ length: MONTHS }, (_, ago) =>
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 10),
    ).map((month) => new Date(month));
    // Each as of its own time: what is over by now would not be made.
    for (const month of months) await makePartitions(db, month, [month]);
    await makePartitions(db, now, [now]);
    await db.query(
      `insert into positions (class, unit_id, recorded_at, client_id, received_at, latitude, longitude, is_valid, fix_type,
         movement_status, attributes)
       select 365, unit_id, at, 1, at, 0, 0, true, 'gnss', 'parked', '{}'
       from generate_series($2::bigint, $2::bigint + 2) unit_id,
         generate_series($3::timestamptz, $1::timestamptz - interval '1 hour', interval '1 day') at`,
      [now, ids["unit_id"] ?? 0, months.at(-1) ?? now],
    );
    await db.script("analyze positions");
  });

  it.each([
    ["unit_id", "demo-partner-admin"],
    ["unit_id", "demo-client-north"],
    ["vehicle_id", "demo-partner-admin"],
    ["driver_id", "demo-partner-admin"],
  ])("by %s, for %s", async (name, username) => {
    const token = await service.login(username);
    const sent = recordMessages();
    const [from, to] = [before(40), before(10)].map((at) => at.toISOString());
    const path = `/monitoring/positions/history?${name}=${ids[name]}&from=${from}&to=${to}`;
    const { body } = await service.call<{ positions: object[] }>("GET", path, { token });
    expect(body.data.positions.length).toBeGreaterThan(0);
    const message = sent.find((one) => one.some(({ sql }) => sql.includes("with span"))) ?? [];
    const [history, scope] = ["with span", "fleet.partners"].map((text) =>
      message.find(({ sql }) => sql.includes(text)),
    );
    if (history === undefined) throw new Error("No statement reads the history.");
    const plan = await planOf(history, scope);
    const scans = plan.filter((line) => / on positions_/.test(line));
    expect(scans.map((line) => /Index Scan using (\w+)_pkey/.exec(line)?.[1])).toEqual([
      "positions_365_2026_01",
      "positions_365_2026_02",
    ]);
    expect(plan.map((line) => line.trim())).toContain(`Subplans Removed: ${MONTHS - 2}`);
    // Row-level security reads the clients of the scope.
    expect(plan.filter((line) => /Seq Scan on (?!clients\b)/.test(line))).toEqual([]);
  });
});
