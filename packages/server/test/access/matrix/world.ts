import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { Db } from "../../../src/db/index.ts";
import { demoLogins } from "../../../src/demo/index.ts";
import type { Cover, Hierarchy } from "../../support/hierarchy.ts";
import type { Service } from "../../support/service.ts";
import type { WorldRecord } from "./fill-world.ts";
import { emptyFleet, fillWorld, ownerMark } from "./fill-world.ts";
import { followReports, sendReports } from "./reports.ts";

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
  /** Cursors of the feeds of what devices report, from before they reported: by operation and client. */
  readonly cursors: ReadonlyMap<string, string>;
  readonly callers: readonly Caller[];
}

/** A user of the first agency whose role has no permission at all. */
const withoutRights = { username: "demo-no-rights", password: "fleet-demo-agency-admin-1" };

const nobody: Cover = { partners: [], agencies: [], clients: [] };

/** A user of the second partner, which has nobody else. */
const otherAdmin = "other-partner-admin";

/**
 * Adds a second partner to the demo fleet, replaces the records of all clients by a few of each collection, and puts the id
 * of its owner into every name, so that a row that gets out says whose it is.
 */
export async function prepareWorld(service: Service): Promise<World> {
  const { db } = service.server;
  await db.script(`
    insert into partners values ('other-partner', 'other', now(), now());
    insert into agencies values ('other-agency', 'other-partner', 'other', now(), now());
    insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
      values ('other-agency', 'other', 'UTC', 'EUR', now(), now());
    insert into users (account_type_id, role_id, scope_level, partner_id, username, email, password_hash, accessed_at,
      created_at, updated_at)
      select account_type_id, role_id, scope_level, 'other-partner', '${otherAdmin}', 'other@example.com', password_hash, now(),
        now(), now() from users where username = 'demo-partner-admin';
    update partners set name = 'owner<partner:' || id || '>';
    update agencies set name = 'owner<agency:' || id || '>'`);
  const agencies = await db.query<{ id: string; partner_id: string }>("select id, partner_id from agencies order by 1");
  const clients = await db.query<World["clients"][number] & { open: boolean; partner_id: string }>(
    `select id, agency_id, partner_id, deleted_at is not null as deleted, status = 'active' as open
     from clients order by 1`,
  );
  const own = await service.login();
  const others = await logIn(service, otherAdmin, "fleet-demo-partner-admin");
  const live = clients.filter(({ deleted }) => !deleted);
  // A client that is suspended gets no records.
  await db.query("update clients set status = 'active'");
  await emptyFleet(service, own);
  const cursors = await followReports(service, own, live);
  const owners = live.map(({ id, open, partner_id }) => ({
    id,
    open,
    token: partner_id === "other-partner" ? others : own,
  }));
  const filled = await fillWorld(service, owners);
  const records = { ...filled, ...(await sendReports(service, owners, filled)) };
  await db.query("update clients set status = 'suspended' where id = any($1::bigint[])", [
    clients.filter(({ open }) => !open).map(({ id }) => id),
  ]);
  const withClients = {
    ...records,
    clients: live.map(({ id, open }): WorldRecord => ({ id, client_id: id, open, links: {} })),
  };
  for (const { id } of clients)
    await db.query("update clients set name = $2, legal_name = $2 where id = $1", [id, ownerMark(id)]);
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
  return { partners: ["demo-partner", "other-partner"], agencies, clients, records: withClients, cursors, callers };
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
