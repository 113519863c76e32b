import type { Operation } from "../../support/contract-operations.ts";
import { contractOperations } from "../../support/contract-operations.ts";
import { canHave, createRecord } from "../../support/create-record.ts";
import {
  assigned,
  assignedTo,
  addedBody,
  addedTo,
  collectionNamed,
  collectionsOf,
  inputsOf,
  recordedIn,
  subjectOf,
} from "../../support/example-variants.ts";
import type { Service } from "../../support/service.ts";

/** A record, and the client that owns it. */
export interface WorldRecord {
  readonly id: number;
  readonly client_id: number;
  /** Whether requests may change it: its client is active. */
  readonly open: boolean;
  /** The records that it belongs to, by the parameter that names them: `unit_group_id`, `parent_id`. */
  readonly links: Readonly<Record<string, readonly number[]>>;
}

/** A client, and the token of a user who may give it records. */
export interface Owner {
  readonly id: number;
  readonly open: boolean;
  readonly token: string;
}

type Records = Record<string, WorldRecord[]>;

/** The collections whose records belong to clients. */
const collections = collectionsOf(contractOperations).filter((collection) => collection !== "clients");

/** Texts that no rule compares with those of other records of the same client, but for names, which it has once each. */
const markedMembers = ["name", "last_name", "description", "notes", "note"];

/** The text that says whose a row is. */
export function ownerMark(clientId: number): string {
  return `owner<client:${clientId}>`;
}

/**
 * Deletes the records of the demo fleet, so that those of the world are all there are. What is in use is deleted after what
 * uses it.
 */
export async function emptyFleet(service: Service, token: string): Promise<void> {
  for (const table of contractOperations.map(addedTo))
    if (table !== null) await service.server.db.query(`delete from ${table}`);
  for (const table of contractOperations.map((one) => assignedTo(one) ?? recordedIn(one)))
    if (table !== null)
      await service.server.db.query(`update ${table} set deleted_at = updated_at where deleted_at is null`);
  const deletions = contractOperations.filter((operation) => {
    const { part, collection = "" } = subjectOf(operation) ?? {};
    return operation.verb === "DELETE" && part === "" && collections.includes(collection);
  });
  const found = await Promise.all(
    deletions.map(async (operation) => {
      const { collection = "" } = subjectOf(operation) ?? {};
      const rows = await service.server.db.query<{ id: number }>(
        `select id from ${collection} where deleted_at is null`,
      );
      return rows.map(({ id }) => operation.path.replace(/\{\w+\}/, String(id)));
    }),
  );
  let left = found.flat();
  while (left.length > 0) {
    const refusals: string[] = [];
    const refused: string[] = [];
    for (const path of left) {
      const { status, body } = await service.call("DELETE", path, { token });
      if (status === 200) continue;
      refused.push(path);
      refusals.push(`DELETE ${path} responded ${status} ${body.detail}`);
    }
    if (refused.length === left.length) throw new Error(`The demo fleet is not empty: ${refusals.join("; ")}`);
    left = refused;
  }
}

/** Gives every client a record of each collection, one below it where records are nested, and members where it has some. */
export async function fillWorld(
  service: Service,
  owners: readonly Owner[],
): Promise<Readonly<Record<string, readonly WorldRecord[]>>> {
  const records: Records = Object.fromEntries(collections.map((collection) => [collection, []]));
  for (const collection of collections) {
    if (!canHave(collection, "client_id"))
      throw new Error(
        `The matrix knows the owners of what is created with client_id; let fillWorld make \`${collection}\`.`,
      );
    for (const owner of owners) await makeRecord(service, collection, owner, records);
  }
  for (const owner of owners) await addMembers(service, owner, records);
  for (const owner of owners) await addParts(service, owner, records);
  for (const owner of owners) await assignRecords(service, owner, records);
  for (const owner of owners) await recordBetween(service, owner, records);
  return records;
}

/** Adds to each record of a client what operations add to one, such as a reading to a unit. */
async function addParts(service: Service, owner: Owner, records: Records): Promise<void> {
  for (const operation of contractOperations) {
    const table = addedTo(operation);
    const { collection = "", parameter = "" } = subjectOf(operation) ?? {};
    if (table === null) continue;
    const parts = (records[table] ??= []);
    for (const { id, client_id, open } of records[collection] ?? []) {
      if (client_id !== owner.id) continue;
      const marks = Object.fromEntries(markedMembers.map((name) => [name, ownerMark(owner.id)]));
      const body = addedBody(operation, service.clock.now(), marks);
      const path = operation.path.replace(`{${parameter}}`, String(id));
      const answer = await service.call<{ id: number }>("POST", path, { token: owner.token, body });
      if (answer.status !== 201) throw new Error(`${operation.id} responded ${answer.status} ${answer.body.detail}.`);
      parts.push({ id: answer.body.data.id, client_id, open, links: { [parameter]: [id] } });
    }
  }
}

/** Assigns a record of a client to each other one that takes some, such as a unit to a vehicle. */
async function assignRecords(service: Service, { id: clientId, open, token }: Owner, records: Records): Promise<void> {
  const own = (collection: string) => (records[collection] ?? []).find(({ client_id }) => client_id === clientId);
  for (const operation of contractOperations) {
    const [member, table, subject] = [assigned(operation), assignedTo(operation), subjectOf(operation)];
    if (member === null || table === null || subject === null) continue;
    const [to, one] = [own(subject.collection), own(collectionNamed(member) ?? "")];
    if (to === undefined || one === undefined) continue;
    const path = operation.path.replace(`{${subject.parameter}}`, String(to.id));
    const { status, body } = await service.call("POST", path, { token, body: { [member]: one.id } });
    if (status !== 200) throw new Error(`${operation.id} responded ${status} ${body.detail}.`);
    const made = await service.server.db.query<{ id: number }>(`select id from ${table} where ${member} = $1`, [
      one.id,
    ]);
    const links = { [subject.parameter]: [to.id], [member]: [one.id] };
    (records[table] ??= []).push(...made.map(({ id }) => ({ id, client_id: clientId, open, links })));
  }
}

/** Records for each client what is between two of its records, such as an assignment of a driver to a vehicle. */
async function recordBetween(service: Service, owner: Owner, records: Records): Promise<void> {
  for (const operation of contractOperations) {
    const table = recordedIn(operation);
    if (table === null) continue;
    const named = betweenBody(operation, records, owner.id);
    const { status, body } = await service.call<{ id: number }>("POST", operation.path, {
      token: owner.token,
      body: named,
    });
    if (status !== 201) throw new Error(`${operation.id} responded ${status} ${body.detail}.`);
    const links = Object.fromEntries(Object.entries(named).map(([name, id]) => [name, [id]]));
    (records[table] ??= []).push({ id: body.data.id, client_id: owner.id, open: owner.open, links });
  }
}

/** The part of a body that names records: those of a client. */
export function betweenBody(
  operation: Operation,
  records: Readonly<Record<string, readonly WorldRecord[]>>,
  clientId: number,
): Record<string, number> {
  const names = inputsOf(operation).filter(({ place, name }) => place === "body" && collectionNamed(name) !== null);
  return Object.fromEntries(
    names.map(({ name }) => {
      const own = (records[collectionNamed(name) ?? ""] ?? []).find(({ client_id }) => client_id === clientId);
      return [name, own?.id ?? 999_999];
    }),
  );
}

/** The records of a client in a collection, made when they are first asked for. */
async function makeRecord(service: Service, collection: string, owner: Owner, records: Records): Promise<WorldRecord> {
  const known = records[collection]?.find(({ client_id }) => client_id === owner.id);
  if (known !== undefined) return known;
  const links: Record<string, number[]> = {};
  for (const other of collections.filter((each) => each !== collection)) {
    const name = `${other.slice(0, -1)}_id`;
    if (canHave(collection, name)) links[name] = [(await makeRecord(service, other, owner, records)).id];
  }
  const add = async (more: Record<string, number[]>): Promise<WorldRecord> => {
    const all = { ...links, ...more };
    const named = Object.entries(all).map(([name, [id]]) => [name, id]);
    const marks = markedMembers.filter((name) => canHave(collection, name)).map((name) => [name, ownerMark(owner.id)]);
    const members = { client_id: owner.id, ...Object.fromEntries([...marks, ...named]) };
    const id = await createRecord(service, collection, { token: owner.token, members });
    const record = { id, client_id: owner.id, open: owner.open, links: all };
    records[collection]?.push(record);
    return record;
  };
  const record = await add({});
  if (canHave(collection, "parent_id")) await add({ parent_id: [record.id] });
  return record;
}

/** Puts all records of a client into each other record that takes members, such as units into unit groups. */
async function addMembers(service: Service, owner: Owner, records: Records): Promise<void> {
  const own = (collection: string): WorldRecord[] =>
    (records[collection] ?? []).filter(({ client_id }) => client_id === owner.id);
  for (const operation of contractOperations) {
    const { collection = "", parameter = "", part = "" } = subjectOf(operation) ?? {};
    const list = inputsOf(operation).find(({ place, name }) => place === "body" && name.endsWith("_ids"))?.name;
    if (list === undefined || !part.startsWith("/add_")) continue;
    const kind = collectionNamed(list) ?? "";
    for (const { id } of own(collection)) {
      const path = operation.path.replace(`{${parameter}}`, String(id));
      const body = { [list]: own(kind).map((member) => member.id) };
      const { status, body: answer } = await service.call("POST", path, { token: owner.token, body });
      if (status !== 200) throw new Error(`${operation.id} responded ${status} ${answer.detail}.`);
      records[kind] = (records[kind] ?? []).map((member) =>
        member.client_id !== owner.id
          ? member
          : { ...member, links: { ...member.links, [parameter]: [...(member.links[parameter] ?? []), id] } },
      );
    }
  }
}
