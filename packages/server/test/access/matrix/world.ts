import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { Db } from "../../../src/db/index.ts";
import { demoLogins } from "../../../src/demo/index.ts";
import type { Cover, Hierarchy } from "../../support/hierarchy.ts";
import type { Service } from "../../support/service.ts";
import { contractOperations } from "../../support/contract-operations.ts";
import { collectionsOf } from "../../support/example-variants.ts";

/** Somebody who sends requests. */
export interface Caller {
  readonly name: string;
  /** Null for an anonymous one. */
  readonly token: string | null;
  readonly password: string | null;
  readonly cover: Cover;
  /** The partner and the agencies whose names the caller may read, besides those of its cover. */
  readonly above: readonly string[];
  may(resource: string, action: string): boolean;
}

/** Everything that requests can be about. */
export interface World extends Hierarchy {
  readonly partners: readonly string[];
  /** The records of each collection, by its name. */
  readonly records: Readonly<Record<string, readonly WorldRecord[]>>;
  readonly callers: readonly Caller[];
}

/** A record, and the client that owns it. */
export interface WorldRecord {
  readonly id: number;
  readonly client_id: number;
  /** Whether requests may change it: its client is active. */
  readonly open: boolean;
}

/** A user of the first agency whose role has no permission at all. */
const withoutRights = { username: "demo-no-rights", password: "fleet-demo-agency-admin-1" };

const nobody: Cover = { partners: [], agencies: [], clients: [] };

/**
 * Adds a second partner to the demo fleet, leaves a few units to each client, and puts the id of its owner into every
 * name, so that a row that gets out says whose it is.
 */
export async function prepareWorld(service: Service): Promise<World> {
  const { db } = service.server;
  await db.script(`
    insert into partners values ('other-partner', 'other', now(), now());
    insert into agencies values ('other-agency', 'other-partner', 'other', now(), now());
    insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
      values ('other-agency', 'other', 'UTC', 'EUR', now(), now());
    delete from unit_group_members;
    delete from unit_groups where parent_id is not null;
    delete from unit_groups;
    delete from units where id not in (
      select id from (select id, row_number() over (partition by client_id order by id) as n from units) u where n <= 2);
    insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
      select max(id), 'other', 'other-' || n, 'custom', now(), now() from clients, generate_series(1, 3) n group by n;
    insert into unit_groups (client_id, name, notes, created_at, updated_at)
      select id, 'owner<client:' || id || '>', 'owner<client:' || id || '>', now(), now()
      from clients where deleted_at is null;
    insert into unit_groups (client_id, parent_id, name, created_at, updated_at)
      select client_id, id, name, now(), now() from unit_groups;
    insert into unit_group_members (unit_group_id, unit_id, client_id, added_at)
      select g.id, u.id, g.client_id, now() from unit_groups g join units u using (client_id);
    update partners set name = 'owner<partner:' || id || '>';
    update agencies set name = 'owner<agency:' || id || '>';
    update clients set name = 'owner<client:' || id || '>', legal_name = 'owner<client:' || id || '>';
    update units set name = 'owner<client:' || client_id || '>', notes = 'owner<client:' || client_id || '>'`);
  const agencies = await db.query<{ id: string; partner_id: string }>("select id, partner_id from agencies order by 1");
  const clients = await db.query<World["clients"][number]>(
    "select id, agency_id, deleted_at is not null as deleted from clients order by 1",
  );
  const records: Record<string, readonly WorldRecord[]> = {};
  for (const collection of collectionsOf(contractOperations)) {
    const owner = collection === "clients" ? "r.id" : "r.client_id";
    records[collection] = await db.query<WorldRecord>(
      `select r.id, ${owner} as client_id, c.status = 'active' as open
       from ${collection} r join clients c on c.id = ${owner} where r.deleted_at is null order by r.id`,
    );
  }
  await db.query(
    `with role as (insert into roles (name) values ('nothing') returning id)
     insert into users (account_type_id, role_id, scope_level, partner_id, agency_id, username, email, password_hash,
       accessed_at, created_at, updated_at)
     select account_type_id, role.id, 'agency', partner_id, agency_id, $1, 'none@example.com', password_hash,
       now(), now(), now() from users, role where username = 'demo-agency-admin-1'`,
    [withoutRights.username],
  );
  const anonymous = { name: "anonymous", token: null, password: null, cover: nobody, above: [], may: () => false };
  const callers: Caller[] = [anonymous];
  for (const login of [...demoLogins, withoutRights]) callers.push(await callerOf(service, db, login));
  return { partners: ["demo-partner", "other-partner"], agencies, clients, records, callers };
}

interface UserRow {
  readonly id: number;
  readonly scope_level: string;
  readonly partner_id: string;
  readonly agency_id: string | null;
  readonly clients: readonly number[];
  readonly granted: readonly string[];
}

/** Starts a session and returns its token. */
export async function logIn(service: Service, username: string, password: string): Promise<string> {
  const { status, headers } = await service.call("POST", "/auth/login", { body: { username, password } });
  const token = headers.get("authorization");
  if (token === null) throw new Error(`The login of ${username} was answered with ${status}.`);
  return token;
}

async function callerOf(
  service: Service,
  db: Db,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Caller> {
  const [user] = await db.query<UserRow>(
    `select id, scope_level, partner_id, agency_id,
       array(select client_id from user_clients where user_id = u.id) as clients,
       array(select resource || '.' || action from role_permissions p where p.role_id = u.role_id) as granted
     from users u where username = $1`,
    [username],
  );
  if (user === undefined) throw new Error(`There is no user ${username}.`);
  const { scope_level: level, partner_id: partner, agency_id: agency } = user;
  const known = Object.entries(permissionCatalogue).flatMap(([resource, { actions }]) =>
    Object.keys(actions).map((action) => `${resource}.${action}`),
  );
  const granted = new Set(user.granted.filter((permission) => known.includes(permission)));
  return {
    name: username,
    token: await logIn(service, username, password),
    password,
    cover: {
      partners: level === "partner" ? [partner] : [],
      agencies: level === "agency" && agency !== null ? [agency] : [],
      clients: level === "client" ? user.clients : [],
    },
    above: [`partner:${partner}`, ...(agency === null ? [] : [`agency:${agency}`])],
    may: (resource, action) => granted.has(`${resource}.${action}`),
  };
}
