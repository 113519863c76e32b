import type { PermissionCatalogue } from "../access/permissions.ts";
import type { Db } from "../db/db.ts";
import type { Clock } from "../platform/clock.ts";
import type { Crypto } from "../platform/crypto.ts";
import type { Passwords } from "../platform/passwords.ts";
import type { Random } from "../platform/random.ts";
import type { Outbox } from "../outbox.ts";
import type { RegistrationInvitation } from "../sessions/one-time-tokens.ts";
import { createOneTimeTokens } from "../sessions/one-time-tokens.ts";
import type { DemoRole } from "./demo-users.ts";
import { demoRoles, hashDemoPasswords, permissionsOf, seedUsers } from "./demo-users.ts";
import { demoRandom } from "./demo-random.ts";
import { insertUnits, makeUnit, shuffledKinds, simPlan } from "./demo-units.ts";
import { demoAgencies, demoClients, demoPartner, seedClients } from "./organisation.ts";
import { seedDrivers } from "./demo-drivers.ts";
import { seedDemoPositions } from "./demo-positions.ts";
import { seedVehicles } from "./demo-vehicles.ts";
import { seedGroups } from "./seed-groups.ts";

/** What the demo fleet is made with; the same clock and randomness give the same rows. */
interface SeedDemoOptions {
  /** Its present instant anchors all instants of the demo. */
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly passwords: Passwords;
  readonly catalogue: PermissionCatalogue;
  /** Takes the message with the registration. */
  readonly outbox: Outbox;
}

/** Address of the demo's pending registration; its token stands in the outbox. */
const demoRegistrationEmail = "demo-newcomer@example.com";

const SEED = 20_261_120;
const FOUNDED_MS = 600 * 24 * 60 * 60_000;

/**
 * Loads the demo fleet: 1 partner, 2 agencies, 6 clients, 9 users, 126 units, 120 vehicles, 140 drivers, 24 groups and a pending
 * registration. Does nothing and returns false when it is there already.
 */
export async function seedDemo(db: Db, options: SeedDemoOptions): Promise<boolean> {
  if (await isSeeded(db)) return false;
  const hashes = await hashDemoPasswords(options.passwords);
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('demo', 0))");
    if (await isSeeded(tx)) return false;
    const now = options.clock.now();
    const founded = new Date(now.getTime() - FOUNDED_MS);
    // The audit log is part of the demo, and the same on every run.
    await tx.query("select set_config('fleet.now', $1, true)", [founded.toISOString()]);
    await seedOrganisation(tx, founded);
    const clientIds = await seedClients(tx, founded);
    const roleIds = await seedRoles(tx, options.catalogue);
    const accountTypes = await seedAccountTypes(tx, founded);
    await seedUsers(tx, { now, founded, clientIds, roleIds, accountTypes, hashes });
    await seedFleet(tx, now, clientIds);
    await seedVehicles(tx, { now, founded, clientIds, random: demoRandom(SEED + 1) });
    await seedDrivers(tx, { now, founded, clientIds, random: demoRandom(SEED + 2) });
    await seedGroups(tx, clientIds, founded);
    await seedDemoPositions(tx, now);
    await seedRegistration(tx, options, roleIds, accountTypes);
    return true;
  });
}

async function isSeeded(db: Db): Promise<boolean> {
  const found = await db.query("select id from partners where id = $1", [demoPartner.id]);
  return found.length > 0;
}

async function seedOrganisation(tx: Db, at: Date): Promise<void> {
  await tx.query("insert into partners values ($1, $2, $3, $3)", [demoPartner.id, demoPartner.name, at]);
  for (const { id, name } of demoAgencies) {
    await tx.query("insert into agencies values ($1, $2, $3, $4, $4)", [id, demoPartner.id, name, at]);
  }
}

async function seedRoles(tx: Db, catalogue: PermissionCatalogue): Promise<Map<DemoRole, number>> {
  const ids = new Map<DemoRole, number>();
  const roles: readonly DemoRole[] = ["partner_admin", "agency_admin", "client_user", "read_only"];
  for (const role of roles) {
    const [row] = await tx.query<{ id: number }>("insert into roles (name, description) values ($1, $2) returning id", [
      role,
      demoRoles[role].description,
    ]);
    if (row === undefined) continue;
    ids.set(role, row.id);
    const permissions = permissionsOf(role, catalogue);
    await tx.query(
      `insert into role_permissions (role_id, resource, action)
       select $1, * from unnest($2::text[], $3::text[])`,
      [row.id, permissions.map((p) => p.resource), permissions.map((p) => p.action)],
    );
  }
  return ids;
}

/** Returns the ids by the scope level that they stand for. */
async function seedAccountTypes(tx: Db, at: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [level, rank] of [
    ["partner", 30],
    ["agency", 20],
    ["client", 10],
  ] as const) {
    const name = level.charAt(0).toUpperCase() + level.slice(1);
    const [row] = await tx.query<{ id: number }>(
      `insert into account_types (name, description, access_level, access_level_name, created_at,
         updated_at) values ($1, $2, $3, $4, $5, $5) returning id`,
      [name, `Users of a ${level}.`, rank, name, at],
    );
    if (row !== undefined) ids.set(level, row.id);
  }
  return ids;
}

async function seedFleet(tx: Db, now: Date, clientIds: Map<string, number>): Promise<void> {
  const random = demoRandom(SEED);
  const owners = demoClients.flatMap(({ key, units }) => Array.from({ length: units }, () => clientIds.get(key) ?? 0));
  const kinds = shuffledKinds(random);
  const sims = simPlan(kinds);
  const units = owners.map((clientId, index) => {
    const plan = {
      clientId,
      serial: index + 1,
      kind: kinds[index] ?? "reporting",
      sim: sims[index] ?? true,
      now,
    };
    return makeUnit(plan, random);
  });
  await insertUnits(tx, units);
}

async function seedRegistration(
  tx: Db,
  options: SeedDemoOptions,
  roleIds: Map<DemoRole, number>,
  accountTypes: Map<string, number>,
): Promise<void> {
  const invitation: RegistrationInvitation = {
    email: demoRegistrationEmail,
    first_name: "Demo",
    last_name: "Newcomer",
    account_type_id: accountTypes.get("agency") ?? 0,
    role_id: roleIds.get("agency_admin") ?? 0,
    scope_level: "agency",
    partner_id: demoPartner.id,
    agency_id: demoAgencies[0].id,
    client_ids: [],
  };
  const { email: recipient } = invitation;
  const { issued, query } = createOneTimeTokens(options).issue("registration", { email: recipient }, { ...invitation });
  const message = options.outbox.post({ kind: "registration", recipient, payload: issued }, { keep: true });
  for (const { sql, params } of [query, message]) await tx.query(sql, params);
}
