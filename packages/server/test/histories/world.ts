import type { Db } from "../../src/db/index.ts";
import type { AuditRow, History } from "./history.ts";
import { groupedBy } from "./history.ts";

/** A client of its own for one history, with three units. */
export interface World {
  readonly clientId: number;
  readonly units: readonly number[];
}

/** Makes a client with units for each seed from the first to the last. */
export async function makeWorlds(db: Db, first: number, last: number): Promise<World[]> {
  const clients = await db.query<{ id: number }>(
    `insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
     select 'demo-agency-1', 'History ' || n, 'UTC', 'EUR', now(), now() from generate_series($1::int, $2::int) n returning id`,
    [first, last],
  );
  const units = await db.query<{ id: number; client_id: number }>(
    `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
     select c.id, 'unit', c.id || '-' || n, 'custom', now(), now()
     from unnest($1::bigint[]) c (id), generate_series(1, 3) n returning id, client_id`,
    [clients.map(({ id }) => id)],
  );
  const unitsOf = byClient(units);
  return clients.map(({ id }) => ({ clientId: id, units: unitsOf(id).map((unit) => unit.id) }));
}

/** What is in the database of one client. */
export type Facts = Pick<History, "audit" | "groups" | "members">;

/** How many changes the histories have made. */
export async function countChanges(db: Db, worlds: readonly World[]): Promise<number> {
  const [row] = await db.query<{ changes: number }>(
    "select count(*)::int as changes from audit_log where client_id = any($1::bigint[])",
    [worlds.map(({ clientId }) => clientId)],
  );
  return row?.changes ?? 0;
}

/** What the histories left in the database, by client. */
export async function readFacts(db: Db, worlds: readonly World[]): Promise<(world: World) => Facts> {
  const clients = [worlds.map(({ clientId }) => clientId)];
  const audit = await db.query<AuditRow & { client_id: number }>(
    `select id, request_id, resource, record_id, client_id, before::text, after::text
     from audit_log where client_id = any($1::bigint[]) and resource like 'unit_group%' order by id`,
    clients,
  );
  const rowsOf = (table: string) =>
    db.query<{ client_id: number; row: string }>(
      `select client_id, (to_jsonb(t) - 'search')::text as row from ${table} t where client_id = any($1::bigint[])`,
      clients,
    );
  const [groups, members] = [await rowsOf("unit_groups"), await rowsOf("unit_group_members")];
  const [auditOf, groupsOf, membersOf] = [byClient(audit), byClient(groups), byClient(members)];
  return ({ clientId }) => ({
    audit: auditOf(clientId),
    groups: groupsOf(clientId).map(({ row }) => row),
    members: membersOf(clientId).map(({ row }) => row),
  });
}

function byClient<Row extends { readonly client_id: number }>(rows: readonly Row[]): (id: number) => Row[] {
  const grouped = groupedBy(rows, ({ client_id }) => client_id);
  return (id) => grouped.get(id) ?? [];
}
