import type { OperationRow } from "@fleet-api/contract";
import type { ScopeFilter } from "../../../src/access/index.ts";
import type { Operation } from "../../support/contract-operations.ts";
import { contractOperations, resolveSchema } from "../../support/contract-operations.ts";
import { exampleRequest } from "../../support/example-request.ts";
import type { Subject } from "../../support/example-variants.ts";
import {
  addedBody,
  addedTo,
  assigned,
  collectionNamed,
  createdIn,
  freshBody,
  inputsOf,
  isAssignment,
  isErasure,
  isRestore,
  itemsOf,
  neededPart,
  partOf,
  permissionsFor,
  placeholdersOf,
  recordedIn,
  subjectOf,
  takes,
} from "../../support/example-variants.ts";
import { creationOf } from "../../support/create-record.ts";
import { covers, coversPart, isOnPath } from "../../support/hierarchy.ts";
import { start } from "../../support/service.ts";
import type { Case } from "./case.ts";
import { different, linkedBy, only, outdated, queryOf, recordFilters, recordsOf, scopeFilters } from "./case.ts";
import type { WorldRecord } from "./fill-world.ts";
import { betweenBody } from "./fill-world.ts";
import { isAboutReports, ofReports } from "./reports.ts";
import type { Caller, World } from "./world.ts";

const byId = new Map(contractOperations.map((operation) => [operation.id, operation]));

/**
 * What is asked of an operation for own and foreign objects, derived from the contract: whose the objects are follows from their
 * owners, what the answer is from scope and permissions. No case changes anything for another one.
 */
export function casesOf(row: OperationRow, caller: Caller, world: World): readonly Case[] {
  const operation = byId.get(row.id);
  if (operation === undefined) throw new Error(`The document has no ${row.id}. Run pnpm codegen.`);
  const subject = subjectOf(operation) ?? partOf(operation);
  if (subject !== null) return ofRecords(operation, subject, caller, world);
  if (createdIn(operation) !== null) return ofCreation(operation, caller, world);
  if (recordedIn(operation) !== null) return ofRelation(operation, caller, world);
  if (isAboutReports(operation)) return ofReports(operation, row, caller, world);
  if (itemsOf(operation) !== undefined) return [ofImport(operation, caller, world)];
  if (row.paged) return ofListing(operation, row, caller, world);
  const request = exampleRequest(operation);
  const body = freshBody(operation, serial());
  // A token or password that nobody has.
  const isUnknown = placeholdersOf([request.path, body ?? null]).length > 0;
  const status = isUnknown ? (row.auth === "none" ? 401 : 404) : 200;
  const endsSession = operation.endsSession;
  const filters = scopeFilters(row, world);
  return filters.map((where) => ({ path: request.path + queryOf(where), body, status, endsSession }));
}

let last = 0;
const serial = (): number => (last += 1);

/** One case for each record of a collection, own or foreign, and one that does not exist. */
function ofRecords(operation: Operation, subject: Subject, caller: Caller, world: World): Case[] {
  const missing: WorldRecord = { id: 999_999, client_id: 0, open: true, links: {} };
  return [...recordsOf(world, subject.collection), missing].flatMap((record) => {
    const { path } = exampleRequest(operation, { values: { [subject.parameter]: record.id } });
    return ofRecord(operation, { path, record, subject }, caller, world).map((one) =>
      // A right that the body needs is looked up before the record.
      one.status === 403 || covers(world, caller.cover, record.client_id)
        ? one
        : { ...one, status: 404, wrong: undefined },
    );
  });
}

/** What is asked for a record by somebody who reaches it. */
function ofRecord(
  operation: Operation,
  { path, record, subject }: { readonly path: string; readonly record: WorldRecord; readonly subject: Subject },
  caller: Caller,
  world: World,
): Case[] {
  if (operation.verb === "GET" && subject.part === "")
    return [{ path, wrong: ({ body }) => different(Object(body.data).id, record.id) }];
  if (operation.verb === "GET")
    return [{ path: `${path}?per_page=200`, wrong: rowsBelow(record, subject, caller, world) }];
  if (isRestore(operation)) return [{ path }];
  // Something is assigned to each record of the world, which keeps it from being erased.
  if (isErasure(operation)) return [{ path, status: record.open ? 409 : [403] }];
  if (isAssignment(operation)) return [ofAssignment(operation, { path, record }, world)];
  if (takes(operation, "If-Match"))
    return partsOf(operation).map((body) => ofChange(operation, { path, body }, caller));
  if (addedTo(operation) !== null) return [ofAddition(operation, { path, record })];
  return [ofBulk(operation, { path, record }, world)];
}

/** What cannot be done: what is assigned is in use already, and nothing can end before it began. */
function ofAssignment(
  operation: Operation,
  { path, record }: { readonly path: string; readonly record: WorldRecord },
  world: World,
): Case {
  const member = assigned(operation);
  const end = { path, body: { removed_at: "2000-01-01T00:00:00Z" }, pointer: "/removed_at" };
  if (member === null) return { ...end, status: record.open ? 422 : [403] };
  const [own, ...others] = recordsOf(world, collectionNamed(member) ?? "").toSorted(
    (one, other) => Number(other.client_id === record.client_id) - Number(one.client_id === record.client_id),
  );
  return { path, body: { [member]: (own ?? others[0])?.id }, status: record.open ? 409 : [403] };
}

/** What is between records of each client: it is there already, and nothing is recorded between foreign ones. */
function ofRelation(operation: Operation, { cover }: Caller, world: World): Case[] {
  recordsOf(world, recordedIn(operation) ?? "");
  return [...recordsOf(world, "clients"), { id: 999_999, open: true }].map(({ id, open }) => {
    const body = betweenBody(operation, world.records, id);
    const status = covers(world, cover, id) ? (open ? 409 : 403) : 422;
    return { path: operation.path, body, status, pointer: `/${Object.keys(body)[0]}` };
  });
}

let additions = 0;

/** Something new of the record, a moment later than what others added. */
function ofAddition(
  operation: Operation,
  { path, record }: { readonly path: string; readonly record: WorldRecord },
): Case {
  const body = addedBody(operation, new Date(start.getTime() + (additions += 1)));
  return { path, body, status: record.open ? 201 : [403], adds: addedTo(operation) ?? undefined };
}

/** An outdated version is refused, unless the caller lacks the right to a member of the body. */
function ofChange({ id }: Operation, one: Pick<Case, "path" | "body">, { may }: Caller): Case {
  const [, ...fields] = permissionsFor(id, Object(one.body));
  const lacks = fields.some((name) => !may(...(name.split(".") as [string, string])));
  return { ...one, headers: outdated, status: lacks ? 403 : 412 };
}

/** The body of the example; where its members have rights of their own, one body for each right. */
function partsOf(operation: Operation): (object | undefined)[] {
  if (operation.body === null) return [undefined];
  const parts = new Map<string, object>();
  for (const { place, name, example } of inputsOf(operation)) {
    const [, right] = permissionsFor(operation.id, { [name]: example });
    if (place === "body" && right !== undefined && example !== null) parts.set(right, { [name]: example });
  }
  return parts.size === 0 ? [Object(operation.bodyExample)] : [...parts.values()];
}

/** All records are asked for; those of the owner alone can be processed. */
function ofBulk(
  operation: Operation,
  { path, record }: { readonly path: string; readonly record: WorldRecord },
  world: World,
): Case {
  const [list] = inputsOf(operation).filter(({ name }) => name.endsWith("_ids"));
  const all = recordsOf(world, collectionNamed(list?.name ?? "") ?? "");
  if (list === undefined || !inputsOf(operation).some(({ name }) => name === "dry_run"))
    throw new Error(
      `Nothing says how to ask ${operation.id} for a foreign record. Let the matrix know, with If-Match or dry_run.`,
    );
  const failed = all.filter(({ client_id }) => client_id !== record.client_id).length;
  return {
    path,
    body: { [list.name]: all.map(({ id }) => id), mode: "best_effort", dry_run: true },
    // That of a suspended client is refused where it would change something.
    status: record.open ? 200 : [200, 403],
    wrong: ({ body }) => different(Object(body.data).failed, failed),
  };
}

/** One case for each owner that a new record may have. */
function ofCreation(operation: Operation, caller: Caller, world: World): Case[] {
  const create = (owner: object, status: number): Case => ({
    path: operation.path,
    body: { ...Object(neededPart(operation, freshBody(operation, serial()))), ...owner },
    status,
    pointer: `/${Object.keys(owner)[0]}`,
    creates: createdIn(operation) ?? undefined,
  });
  if (inputsOf(operation).some(({ place, name }) => place === "body" && name === "client_id"))
    return [...recordsOf(world, "clients"), { id: 999_999, open: true }].map(({ id, open }) =>
      create({ client_id: id }, covers(world, caller.cover, id) ? (open ? 201 : 403) : 422),
    );
  return [...world.agencies.map(({ id }) => id), "nowhere"].map((agency_id) =>
    create({ agency_id }, coversPart(world, caller.cover, { agency_id }) ? 201 : 422),
  );
}

/** An item for each client, and one for a client that does not exist: those of clients that the caller reaches succeed. */
function ofImport(operation: Operation, { cover }: Caller, world: World): Case {
  const list = itemsOf(operation);
  const create = creationOf(operation.path.split("/")[1] ?? "");
  const owners = [...recordsOf(world, "clients"), { id: 999_999, open: true }];
  const items = owners.map(({ id }) => {
    const item = { ...Object(freshBody(create, serial())), client_id: id };
    return { ...item, external_id: `import ${serial()}` };
  });
  const failed = owners.filter(({ id, open }) => !open || !covers(world, cover, id)).length;
  return {
    path: operation.path,
    body: { ...Object(operation.bodyExample), [list?.name ?? ""]: items, mode: "best_effort", dry_run: true },
    wrong: ({ body }) => different(Object(body.data).failed, failed),
  };
}

function ofListing(operation: Operation, row: OperationRow, caller: Caller, world: World): Case[] {
  const [, named = "", part = ""] = operation.path.split("/");
  if (part === "agencies") return [ofAgencies(operation, caller, world)];
  const added = `${named.slice(0, -1)}_${part}`;
  const collection = world.records[added] === undefined ? named : added;
  const reached = recordsOf(world, collection).filter(({ client_id }) => covers(world, caller.cover, client_id));
  const owner = operation.parameters.find(({ in: place }) => place === "path")?.name;
  if (owner !== undefined) return ofOwner(operation, { owner, reached }, caller, world);
  const list = (where: object, wrong: Case["wrong"]): Case => ({
    path: `${operation.path}${queryOf({ ...where, per_page: 200 })}`,
    wrong,
  });
  if (operation.parameters.some(({ name }) => name === "q")) return [list({ q: "owner" }, sameRows(reached))];
  return [
    ...scopeFilters(row, world).flatMap((where) => {
      const onPath = reached.filter(({ client_id }) => isOnPath(world, where, client_id));
      // What was added to records is not in the order of its ids.
      const wrong = collection === added ? sameRows(onPath) : only(onPath.map(({ id }) => id));
      // Totals come from counters, and with a filter from the records themselves.
      return [{}, ...emptyFilters(operation)].map((filter) => list({ ...where, ...filter }, wrong));
    }),
    ...(takes(operation, "ids")
      ? [
          list(
            {
              ids: recordsOf(world, collection)
                .map(({ id }) => id)
                .join(","),
            },
            sameRows(reached),
          ),
        ]
      : []),
    ...recordFilters(operation).flatMap(({ name, collection: of }) => {
      linkedBy(name, recordsOf(world, collection), collection);
      return recordsOf(world, of).map((record) =>
        list({ [name]: record.id }, sameRows(reached.filter(({ links }) => links[name]?.includes(record.id)))),
      );
    }),
  ];
}

/** The agencies that the scope covers as a whole. */
function ofAgencies({ path }: Operation, { cover }: Caller, world: World): Case {
  const ids = world.agencies.map(({ id }) => id).filter((agency_id) => coversPart(world, cover, { agency_id }));
  return {
    path: `${path}?per_page=200`,
    wrong: ({ body }) => {
      const found = Array.isArray(body.data) ? body.data.map((one: unknown) => String(Object(one).id)) : [];
      return different([found.toSorted(), body.pagination.total], [ids.toSorted(), ids.length]);
    },
  };
}

/** The records of one owner, which the path names. */
function ofOwner(
  { path }: Operation,
  { owner, reached }: { readonly owner: string; readonly reached: readonly WorldRecord[] },
  caller: Caller,
  world: World,
): Case[] {
  const isAgency = owner === "agency_id";
  if (!isAgency && owner !== "client_id")
    throw new Error(`${path} lists by ${owner}; the matrix knows agency_id and client_id. Add the owners to ofOwner.`);
  const owners: ScopeFilter[] = isAgency
    ? [...world.agencies.map(({ id }) => ({ agency_id: id })), { agency_id: "nowhere" }]
    : [...world.clients.map(({ id }) => ({ client_id: id })), { client_id: 999_999 }];
  return owners.map((where) => {
    const ids = reached.filter(({ client_id }) => isOnPath(world, where, client_id)).map(({ id }) => id);
    const isVisible = coversPart(world, caller.cover, where) || (isAgency && ids.length > 0);
    const at = path.replace(`{${owner}}`, String(Object.values(where)[0]));
    return isVisible ? { path: `${at}?per_page=200`, wrong: only(ids) } : { path: at, status: 404 };
  });
}

/** Filters that leave nothing out: all values of an enum. */
function emptyFilters({ parameters }: Operation): object[] {
  return parameters.flatMap(({ name, schema: { type, items = {}, maxItems = 0 } }) => {
    const { enum: all = [] } = resolveSchema(items);
    return type === "array" && all.length > 0 && all.length <= maxItems ? [{ [name]: all.join(",") }] : [];
  });
}

/** Exactly these rows on the page, in any order. */
function sameRows(records: readonly WorldRecord[]): Case["wrong"] {
  return ({ body }) => {
    const found = Array.isArray(body.data) ? body.data.map((one: unknown) => Number(Object(one).id)) : [];
    return different(
      found.toSorted((one, other) => one - other),
      records.map(({ id }) => id),
    );
  };
}

/**
 * The rows below a record, such as the units of a group: exactly its members where these are records of the world. Others
 * name the record or its client, and there is at least one.
 */
function rowsBelow(record: WorldRecord, subject: Subject, caller: Caller, world: World): Case["wrong"] {
  const [, collection = ""] = subject.part.split("/");
  if (world.records[collection] !== undefined) {
    const linked = linkedBy(subject.parameter, recordsOf(world, collection), collection);
    return sameRows(
      linked.filter(
        ({ client_id, links }) =>
          covers(world, caller.cover, client_id) && links[subject.parameter]?.includes(record.id),
      ),
    );
  }
  return ({ body }) => {
    const rows: readonly unknown[] = Array.isArray(body.data) ? body.data : [];
    if (rows.length === 0) return "no rows, so nothing shows that foreign ones stay out; let fillWorld add some";
    const wanted = { [subject.parameter]: record.id, client_id: record.client_id };
    const foreign = rows.filter((row) => {
      const named = Object.entries(wanted).filter(([name]) => Object.hasOwn(Object(row), name));
      return named.length === 0 || named.some(([name, id]) => Object(row)[name] !== id);
    });
    return foreign.length === 0 ? null : `rows that do not name ${JSON.stringify(wanted)}: ${JSON.stringify(foreign)}`;
  };
}
