import { permissionCatalogue } from "@fleet-api/contract/permissions";
import fc from "fast-check";
import { createHash, randomUUID } from "node:crypto";
import { demoKey } from "../../../src/demo/demo-drivers.ts";
import { demoIccid, demoImei } from "../../../src/demo/demo-units.ts";
import type { Db } from "../../../src/db/index.ts";
import { demoLogins } from "../../../src/index.ts";
import { contractOperations } from "../../support/contract-operations.ts";
import { createRecord } from "../../support/create-record.ts";
import { collectionsOf, isRestore, subjectOf } from "../../support/example-variants.ts";
import type { GroupKind } from "../../support/group-kinds.ts";
import { groupKinds } from "../../support/group-kinds.ts";
import type { Service } from "../../support/service.ts";
import { start } from "../../support/service.ts";
import type { Choice, Choices } from "../../support/values-of-schema.ts";

/** Records of the service, for requests that shall succeed. */
export interface Fixtures {
  readonly clients: readonly number[];
  /** The records of each collection but that of clients, live and deleted ones. */
  readonly records: Readonly<Record<string, readonly Owned[]>>;
  /** Records that only one operation knows, by its id, so that there always are some that it can change, delete or restore. */
  readonly reserved: Readonly<Record<string, readonly number[]>>;
}

interface Owned {
  readonly id: number;
  readonly client_id: number;
}

/** A member with this value gets a token that works, made when the request is sent. */
export const liveToken = "a token that works";

/** How many records an operation has for itself. */
const RESERVED = 20;

/** How many records of a collection a client gets that has none. */
const FEW = 3;

/** A user whose password requests may change. */
const resetUser = "fuzz-reset";

/** Gives the demo fleet other groups, two levels of them in each client, some of them deleted. */
export async function prepareFixtures(service: Service): Promise<Fixtures> {
  const { db } = service.server;
  const now = service.clock.now();
  const clients = await db.query<{ id: number }>("select id from clients order by id");
  for (const kind of groupKinds) {
    await recordsIn(service, kind.members, clients.slice(0, 2));
    await replaceGroups(db, kind, now);
  }
  await db.query(
    `insert into users (account_type_id, role_id, scope_level, partner_id, username, email, password_hash, accessed_at,
       created_at, updated_at)
     select account_type_id, role_id, scope_level, partner_id, $1, $1 || '@example.com', '', $2, $2, $2
     from users where username = 'demo-partner-admin'`,
    [resetUser, now],
  );
  const records: Record<string, readonly Owned[]> = {};
  for (const collection of collectionsOf(contractOperations).filter((name) => name !== "clients"))
    records[collection] = await recordsIn(service, collection, clients.slice(0, 2));
  const reserved: Record<string, readonly number[]> = {};
  for (const operation of contractOperations) {
    const { collection, part } = subjectOf(operation) ?? {};
    const changes = part === "" && operation.verb !== "GET";
    if (collection !== undefined && (changes || isRestore(operation)))
      reserved[operation.id] = await reserve(service, collection, isRestore(operation) ? now : null);
  }
  return { clients: clients.map(({ id }) => id), records, reserved };
}

/** Gives every client 12 groups of a kind, and some of these one below it, with a third of the members each. */
async function replaceGroups(db: Db, { table, members, memberships, groupId, memberId }: GroupKind, now: Date) {
  // Deleted first: only rows that are deleted leave the usage of their client.
  await db.script(
    `delete from ${memberships}; delete from ${table}; truncate ${table}, ${memberships} restart identity`,
  );
  await db.query(
    `insert into ${table} (client_id, name, description, created_at, updated_at)
     select c.id, 'Group ' || n, 'north', $1, $1 from clients c, generate_series(1, 12) n where c.deleted_at is null`,
    [now],
  );
  await db.query(
    `insert into ${table} (client_id, parent_id, name, created_at, updated_at)
     select client_id, id, 'below', $1, $1 from ${table} where id % 4 = 0`,
    [now],
  );
  await db.query(
    `insert into ${memberships} (${groupId}, ${memberId}, client_id, added_at)
     select g.id, m.id, g.client_id, $1 from ${table} g join ${members} m using (client_id) where m.id % 3 = g.id % 3`,
    [now],
  );
  await db.query(`update ${table} set deleted_at = $1 where id % 6 = 1 or name = 'below' and id % 3 = 1`, [now]);
}

/** The records of a collection; those of these clients are made where the demo fleet has none. */
async function recordsIn(
  service: Service,
  collection: string,
  clients: readonly { readonly id: number }[],
): Promise<readonly Owned[]> {
  const { db } = service.server;
  const read = (): Promise<Owned[]> => db.query<Owned>(`select id, client_id from ${collection} order by id`);
  const found = await read();
  const lacking = clients.filter(({ id }) => found.every(({ client_id }) => client_id !== id));
  if (lacking.length === 0) return found;
  const token = await service.login();
  for (const { id: client_id } of lacking) {
    for (let count = 0; count < FEW; count += 1)
      await createRecord(service, collection, { token, members: { client_id } });
  }
  return read();
}

/** Creates records with the example of their collection. */
async function reserve(service: Service, collection: string, deletedAt: Date | null): Promise<number[]> {
  const token = await service.login();
  const ids: number[] = [];
  for (let count = 0; count < RESERVED; count += 1) ids.push(await createRecord(service, collection, { token }));
  await service.server.db.query(`update ${collection} set deleted_at = $2 where id = any($1::bigint[])`, [
    ids,
    deletedAt,
  ]);
  return ids;
}

/** Most values are those of records; the others are anything that the contract allows. */
function often(...values: readonly unknown[]): Choice {
  return (any) => fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: any });
}

/** Half of the records are those of one client, so that those of a request often belong together. */
function recordsOf(all: readonly Owned[], clientId = 0): Choice {
  const own = all.filter(({ client_id }) => client_id === clientId).map(({ id }) => id);
  return (any) => fc.oneof(fc.constantFrom(...own), often(...all.map(({ id }) => id))(any));
}

/** Lists of the records of one client; half of the others are short. */
function lists(all: readonly Owned[], clientId = 0): Choice {
  const own = all.filter(({ client_id }) => client_id === clientId).map(({ id }) => id);
  return (any) => fc.oneof(fc.subarray(own, { minLength: 1, maxLength: Math.min(5, own.length) }), any);
}

/** Values that the service knows, by the name of what has them. */
export function knownValues({ clients, records: all, reserved }: Fixtures, operationId: string): Choices {
  const [client = 0] = clients;
  const own = reserved[operationId];
  const actions = Object.values(permissionCatalogue).flatMap((one) => Object.keys(one.actions));
  const operation = contractOperations.find(({ id }) => id === operationId);
  const [, ownCollection = ""] = operation?.path.split("/") ?? [];
  const namesPermission = operation?.parameters.some(({ name }) => name === "resource") === true;
  const isOfClients = ownCollection === "clients";
  const ofRecords = Object.entries(all).flatMap(([collection, owned]): [string, Choice][] => {
    const name = collection.slice(0, -1);
    const one = recordsOf(owned, client);
    return [
      [`${name}_id`, own === undefined ? one : often(...own)],
      [`${name}_ids`, lists(owned, client)],
      [`${name}_ids[]`, one],
    ];
  });
  const nested = all[ownCollection];
  const someClient: Choice = (any) => fc.oneof(fc.constant(client), often(...clients)(any));
  return {
    // The clients of the fleet stay as they are: one that is suspended would refuse the requests of all others.
    client_id: (any) =>
      isOfClients && own !== undefined
        ? often(...own)(any.filter((id) => !clients.some((kept) => kept === id)))
        : someClient(any),
    ...Object.fromEntries(ofRecords),
    // JSON Schema cannot compute check digits.
    identifier: () => fc.nat(999_999).map(demoImei),
    imei: () => fc.oneof(fc.constant(null), fc.nat(999_999).map(demoImei)),
    iccid: (any) => fc.oneof(fc.nat(999_999).map(demoIccid), any),
    vin: (any) => any.map((vin) => (typeof vin === "string" ? vin.replace(/^[1-5]/, "9") : vin)),
    // Nor can it compare two members.
    plate_region: () => fc.constant(null),
    acquisition_currency: () => fc.constant(null),
    issued_on: () => fc.constant(null),
    licence_region: () => fc.constant(null),
    licence_issued_on: () => fc.constant(null),
    left_on: () => fc.constant(null),
    ...(operationId === "driversCreateIdTag" && {
      type: () => fc.constantFrom("ibutton", "rfid", "tachograph_card", "qr"),
      value: () => fc.nat(999_999).map(demoKey),
    }),
    removed_at: () => fc.constant(start.toISOString()),
    installed_at: () => fc.constant("2026-02-01T00:00:00Z"),
    read_at: often("2026-01-01T00:00:00Z", "2026-03-01T12:00:00Z"),
    ...(nested !== undefined && { parent_id: recordsOf(nested, client) }),
    partner_id: often("demo-partner"),
    agency_id: often("demo-agency-1", "demo-agency-2"),
    ...(namesPermission && {
      resource: (any) => fc.oneof(fc.constant("units"), often(...Object.keys(permissionCatalogue))(any)),
      action: (any) => fc.oneof(fc.constant("view"), often(...new Set(actions))(any)),
    }),
    email: often(...demoLogins.map(({ email }) => email)),
    token: often(liveToken),
    registration_token: often(liveToken),
    q: often("north", "group", "b", "%", "_"),
    "If-Match": often("*", "*", `"v1-${start.getTime()}"`, `"v1", "v2-1", "v1-${start.getTime()}"`),
    // JSON Schema cannot list the time zones that a runtime knows.
    timezone: () =>
      fc.constantFrom("UTC", "Europe/Berlin", "America/Argentina/Ushuaia", ...(isOfClients ? [] : [null])),
  };
}

/** Makes a token that works for the operations with `token` and `registration_token`. */
export async function issueToken({ server: { db }, clock }: Service, purpose: string): Promise<string> {
  const token = randomUUID();
  const hash = createHash("sha256").update(token).digest("hex");
  const now = clock.now();
  const expires = new Date(now.getTime() + 30 * 60_000);
  if (purpose === "token") {
    await db.query(
      `insert into one_time_tokens (hash, purpose, subject, user_id, payload, created_at, expires_at)
       select $1, 'password_reset', 'user:' || id || ' ' || $1, id, '{}', $2, $3 from users where username = $4`,
      [hash, now, expires, resetUser],
    );
  } else {
    await db.query(
      `insert into one_time_tokens (hash, purpose, subject, payload, created_at, expires_at)
       select $1, purpose, 'email:' || $1, payload || jsonb_build_object('email', left($1, 30) || '@example.com'), $2, $3
       from one_time_tokens where purpose = 'registration' order by created_at limit 1`,
      [hash, now, expires],
    );
  }
  return token;
}
