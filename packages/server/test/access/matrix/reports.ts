import type { OperationRow } from "@fleet-api/contract";
import type { ScopeFilter } from "../../../src/access/index.ts";
import type { Operation } from "../../support/contract-operations.ts";
import { contractOperations, resolveSchema } from "../../support/contract-operations.ts";
import { exampleRequest } from "../../support/example-request.ts";
import {
  assignedTo,
  collectionNamed,
  collectionsOf,
  itemsOf,
  recordedIn,
  takes,
} from "../../support/example-variants.ts";
import { covers, isOnPath } from "../../support/hierarchy.ts";
import type { Answer, Service } from "../../support/service.ts";
import { start } from "../../support/service.ts";
import type { Case } from "./case.ts";
import { different, linkedBy, recordFilters, recordsOf, scopeFilters } from "./case.ts";
import type { Owner, WorldRecord } from "./fill-world.ts";
import { ownerMark } from "./fill-world.ts";
import type { Caller, World } from "./world.ts";

type Records = Readonly<Record<string, readonly WorldRecord[]>>;

/** An operation that stores what devices report about records, such as positions of units. */
interface Reporting {
  readonly operation: Operation;
  /** The list in its body. */
  readonly list: string;
  /** The member of an item that names the record, and the collection of that. */
  readonly member: string;
  readonly collection: string;
  /** What every item has. */
  readonly required: readonly string[];
  /** What is reported, by the end of its path. */
  readonly reports: string;
}

const created = new Set(collectionsOf(contractOperations));

/** Items that are no records of the collection that the path names, but name those of another one. */
const reportings: readonly Reporting[] = contractOperations.flatMap((operation) => {
  const [items, [, group = "", reports = ""]] = [itemsOf(operation), operation.path.split("/")];
  if (items === undefined || created.has(group)) return [];
  const { properties = {}, required = [] } = resolveSchema(resolveSchema(items.schema).items ?? {});
  return Object.keys(properties).flatMap((member) => {
    const collection = collectionNamed(member) ?? "";
    return created.has(collection) ? [{ operation, list: items.name, member, collection, required, reports }] : [];
  });
});

/** The operation whose reports another one reads or stores: that of the same resource group. */
function reportingOf({ path }: Operation): Reporting | undefined {
  const [, group] = path.split("/");
  return reportings.find(({ operation }) => operation.path.startsWith(`/${group}/`));
}

/** Whether an operation stores or reads what devices report about records. */
export function isAboutReports(operation: Operation): boolean {
  return reportingOf(operation) !== undefined;
}

/** The tables of what is reported in a world. */
export const reportTables: readonly string[] = reportings.map(({ reports }) => reports);

/** When the devices of a world report: after what happened to their units. */
const [reportedAt, from, to] = [1, -60, 60].map((minutes) =>
  new Date(start.getTime() + minutes * 60_000).toISOString(),
);

/** A report about a record, with the mark of its owner. */
function reportOf({ operation, list, member, required }: Reporting, id: number, clientId: number): object {
  const [example] = Object(operation.bodyExample)[list] as object[];
  const needed = Object.entries(example ?? {}).filter(([name]) => required.includes(name));
  const marks = { [member]: id, recorded_at: reportedAt, attributes: { owner: ownerMark(clientId) } };
  return { ...Object.fromEntries(needed), ...marks };
}

/** Who is shown what by a stream is tested with it: test/resources/monitoring/stream.test.ts. */
function isStream({ responses }: Operation): boolean {
  return responses["200"]?.mediaTypes.includes("text/event-stream") === true;
}

/** A feed shows what arrives after its cursor. */
function isFeed(operation: Operation): boolean {
  const reporting = reportingOf(operation);
  return (
    takes(operation, "cursor") && !isStream(operation) && reporting !== undefined && !takes(operation, reporting.member)
  );
}

/** Takes the cursors of all feeds of reports, of all clients together and of each. */
export async function followReports(
  service: Service,
  token: string,
  clients: readonly { readonly id: number }[],
): Promise<ReadonlyMap<string, string>> {
  const cursors = new Map<string, string>();
  for (const { id, path } of contractOperations.filter(isFeed)) {
    for (const query of ["", ...[...clients, { id: 999_999 }].map((client) => `?client_id=${client.id}`)]) {
      const { body } = await service.call<{ next_cursor: string }>("GET", `${path}${query}`, { token });
      cursors.set(`${id}${query}`, body.data.next_cursor);
    }
  }
  return cursors;
}

/** Lets the device of each record of a collection report; a report has the id and the links of its record. */
export async function sendReports(service: Service, owners: readonly Owner[], records: Records): Promise<Records> {
  const sent: Record<string, WorldRecord[]> = {};
  for (const reporting of reportings) {
    const { operation, list, member, collection, reports } = reporting;
    for (const { id: clientId, token } of owners) {
      const own = (records[collection] ?? []).filter(({ client_id }) => client_id === clientId);
      const body = { [list]: own.map(({ id }) => reportOf(reporting, id, clientId)) };
      const answer = await service.call<{ stored: number }>(operation.verb, operation.path, { token, body });
      if (answer.body.data?.stored !== own.length) {
        throw new Error(`${operation.id} responded ${answer.status} ${JSON.stringify(answer.body)}.`);
      }
      const linked = own.map((record) => ({
        ...record,
        links: linksOf(records, { [member]: [record.id], ...record.links }),
      }));
      (sent[reports] ??= []).push(...linked);
    }
  }
  return sent;
}

/** The records that something belongs to, also by what is assigned to them, and the groups of these; one or several by their name. */
function linksOf(records: Records, first: WorldRecord["links"]): WorldRecord["links"] {
  const found = new Map(Object.entries(first).map(([name, ids]) => [name, new Set(ids)]));
  const relations = contractOperations.flatMap(
    (operation) => records[assignedTo(operation) ?? recordedIn(operation) ?? ""] ?? [],
  );
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { links } of relations) {
      const isLinked = Object.entries(links).some(([name, ids]) => ids.some((id) => found.get(name)?.has(id)));
      for (const [name, [id = 0]] of isLinked ? Object.entries(links) : []) {
        const record = records[collectionNamed(name) ?? ""]?.find((one) => one.id === id);
        for (const [other, ids] of Object.entries({ ...record?.links, [name]: [id] })) {
          if (other !== "parent_id") found.set(other, new Set([...(found.get(other) ?? []), ...ids]));
        }
      }
    }
  }
  return Object.fromEntries([...found].flatMap(([name, ids]) => [name, `${name}s`].map((each) => [each, [...ids]])));
}

/** What is asked of an operation that stores or reads reports. */
export function ofReports(operation: Operation, row: OperationRow, caller: Caller, world: World): Case[] {
  const reporting = reportingOf(operation);
  if (reporting === undefined) throw new Error(`${operation.id} is about no reports.`);
  const all = recordsOf(world, reporting.reports);
  const reached = all.filter(({ client_id }) => covers(world, caller.cover, client_id));
  if (operation.id === reporting.operation.id) return [ofSending(reporting, all, reached)];
  // What a stream shows is tested with it: test/resources/monitoring/stream.test.ts. A ticket shows nothing.
  if (isStream(operation) || operation.path.endsWith("/ticket")) return [{ path: operation.path, wrong: () => null }];
  const ask = (values: Readonly<Record<string, unknown>>, expected: readonly WorldRecord[]): Case => {
    const given = { ...values, ...(row.paged && { per_page: 200 }), ...(takes(operation, "from") && { from, to }) };
    return { path: exampleRequest(operation, { values: given }).path, wrong: reportsOf(reporting, expected) };
  };
  const byRecord = recordFilters(operation).flatMap(({ name, collection }) => {
    linkedBy(name, all, reporting.reports);
    const ids = [...recordsOf(world, collection).map(({ id }) => id), 999_999];
    return ids.map((id) =>
      ask(
        { [name]: id },
        reached.filter(({ links }) => links[name]?.includes(id)),
      ),
    );
  });
  // Those of one record: it has to be named.
  if (takes(operation, reporting.member)) return byRecord;
  const byScope = scopeFilters(row, world).map((where) => {
    const onPath = reached.filter(({ client_id }) => isOnPath(world, where, client_id));
    return ask({ ...where, ...(isFeed(operation) && { cursor: cursorOf(operation, where, world) }) }, onPath);
  });
  return [...byScope, ...byRecord];
}

function cursorOf({ id }: Operation, { client_id: client }: ScopeFilter, { cursors }: World): string | undefined {
  return cursors.get(`${id}${client === undefined ? "" : `?client_id=${client}`}`);
}

/** Reports of all records are sent again, and one of a record that does not exist: those that the caller reaches are known. */
function ofSending(reporting: Reporting, all: readonly WorldRecord[], reached: readonly WorldRecord[]): Case {
  const { operation, list } = reporting;
  const items = [...all, { id: 999_999, client_id: 0 }].map(({ id, client_id }) => reportOf(reporting, id, client_id));
  const expected = [0, reached.length, items.length - reached.length];
  return {
    path: operation.path,
    body: { [list]: items },
    wrong: ({ body }) => {
      const { stored, duplicates, failed } = Object(body.data);
      return different([stored, duplicates, failed], expected);
    },
  };
}

/** Exactly one report of each of these records; where a response only counts records, so many. */
function reportsOf({ member, collection }: Reporting, expected: readonly WorldRecord[]): Case["wrong"] {
  return ({ body }: Answer<unknown>) => {
    const count = Object(body.data)[collection];
    if (typeof count === "number") return different(count, expected.length);
    const found = [...JSON.stringify(body.data).matchAll(new RegExp(`"${member}":(\\d+)`, "g"))].map(([, id]) =>
      Number(id),
    );
    const ids = expected.map(({ id }) => id);
    const [seen, wanted] = [found, ids].map((each) => each.toSorted((one, other) => one - other));
    return different({ seen, total: body.pagination?.total ?? found.length }, { seen: wanted, total: ids.length });
  };
}
