/** Changing any input of an operation changes its answer or the SQL that it sends: nothing is accepted and ignored. */
import type { Schema } from "@fleet-api-tools/openapi-document";
import { beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "../../src/index.ts";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations, resolveSchema } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import type { Input } from "../support/example-variants.ts";
import {
  alternatives,
  addedTo,
  collectionNamed,
  createdIn,
  inputsOf,
  isAssignment,
  itemsOf,
  neededPart,
  otherValue,
  partOf,
  subjectOf,
} from "../support/example-variants.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

/**
 * Other values of inputs than their examples, where nothing in the contract says of one that counts: only the service knows which
 * texts are names of time zones, currencies, permissions and languages, and which tags a record has.
 */
const otherTexts: Readonly<Record<string, unknown>> = {
  timezone: "UTC",
  currency: "EUR",
  language: "de",
  resource: "clients",
  action: "create",
  "If-Match": '"v7-1"',
  "If-None-Match": "*",
};

/** Values in place of examples: a limit of 120 is above what a page has, and what is changed already is not changed again. */
const inPlaceOf: Readonly<Record<string, unknown>> = { limit: 1, dry_run: true };

/** The user of the examples. */
const [shown] = demoLogins;

/**
 * Whether the input counts only after a token that a message brings: the suites of registration and of password resets show
 * these.
 */
function comesAfterToken({ bodyExample }: Operation, { place, example }: Input): boolean {
  const isToken = (value: unknown): boolean => String(value).endsWith("_TOKEN>");
  return place === "body" && !isToken(example) && Object.values(Object(bodyExample)).some(isToken);
}

/** Two values of an input. */
function valuesOf({ name, schema, example, required }: Input): readonly [unknown, unknown] {
  const value = inPlaceOf[name] ?? (example === "<PASSWORD>" ? shown?.password : example);
  const other = otherTexts[name] ?? otherValue(schema, value);
  if (other === undefined && required) throw new Error(`There is no other value for ${name}; add one to this test.`);
  return [value, other];
}

/** The values that a parameter names, alone or in a list. */
function namedValues(schema: Schema): readonly unknown[] {
  const { items, enum: named = [], anyOf = [] } = resolveSchema(schema);
  return [...named, ...[items ?? [], anyOf].flat().flatMap(namedValues)];
}

const cases = contractOperations
  .filter((operation) => !isAssignment(operation))
  // What a stream sends comes after its response: test/resources/monitoring/stream.test.ts.
  .filter(({ responses }) => !responses["200"]?.mediaTypes.includes("text/event-stream"))
  .flatMap((operation) =>
    inputsOf(operation)
      .filter((input) => !comesAfterToken(operation, input))
      .map((input) => ({ id: operation.id, name: input.name, operation, input })),
  );

/** What a request does, by the places in it. */
type Effect = ReadonlyMap<string, unknown>;

function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, `${path}/${name}`));
}

function differences(one: Effect, other: Effect): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

type Given = readonly (readonly [Input, unknown])[];

describe("every input counts", () => {
  const service = useService();
  let token = "";
  beforeAll(async () => {
    token = await service.login();
  });
  const setDeleted = (table: string, id: unknown, at: Date | null) =>
    service.server.db.query(`update ${table} set deleted_at = $2 where id = $1`, [Number(id), at]);

  /** Values of other inputs with which an input shows. */
  async function neededFor(operation: Operation, { name }: Input): Promise<Readonly<Record<string, unknown>>> {
    // A limit cuts what comes after it.
    if (name === "limit") return { per_page: 1, page: 2 };
    const [alternative, ...others] = alternatives[operation.id] ?? [];
    if (alternative !== undefined && ![alternative, ...others].includes(name)) {
      const now = service.clock.now();
      const day = { from: new Date(now.getTime() - 86_400_000).toISOString(), to: now.toISOString() };
      const { example } = inputsOf(operation).find((input) => input.name === alternative) ?? {};
      return { [alternative]: example, ...(name === "tolerance_m" && day) };
    }
    // Without a cursor, a feed of what arrives is empty.
    if (operation.id === "monitoringFeed" && name === "per_page") {
      const { body } = await service.call<{ next_cursor: string }>("GET", operation.path, { token });
      return { cursor: body.data.next_cursor };
    }
    const items = itemsOf(operation);
    if (items !== undefined && name === "mode") return { [items.name]: [...Object(items.example), {}] };
    const list = inputsOf(operation).find((input) => input.place === "body" && input.name.endsWith("_ids"))?.name;
    if (list === undefined) return {};
    // Which records fail is what the mode is about.
    if (name === "mode") return { [list]: [1, 999_999] };
    if (name !== "dry_run") return {};
    // Records of one client, of which the record of the example has some.
    const { collection = "" } = subjectOf(operation) ?? {};
    const members = await service.server.db.query<{ id: number }>(
      `select id from ${collectionNamed(list)} where deleted_at is null
         and client_id = (select client_id from ${collection} where id = $1) order by id`,
      [Number(recordOf(collection))],
    );
    return { [list]: members.map(({ id }) => id) };
  }

  /** What a request with these values does: its answer, and the statements that it sends. */
  async function effectOf(operation: Operation, given: Given): Promise<Effect> {
    const of = (place: Input["place"]) =>
      Object.fromEntries(given.flatMap(([input, value]) => (input.place === place ? [[input.name, value]] : [])));
    const values = { ...of("path"), ...of("query"), ...of("header") };
    const { method, path, headers } = exampleRequest(operation, { values });
    const sent = recordMessages();
    const body = operation.body === null ? undefined : of("body");
    const answer = await service.call<Record<string, unknown>>(method, path, { token, body, headers: { ...headers } });
    const statements = sent.flat().filter(({ sql }) => !/fleet\.request|session_tokens|^begin|^commit/.test(sql));
    if (answer.status < 300 && method !== "GET") await undo(operation, answer.body?.data);
    return new Map(leavesOf({ status: answer.status, answer: answer.body, statements }));
  }

  /** The next request finds the record, or room for one with the same name, and no key. */
  async function undo(operation: Operation, data: Record<string, unknown> | undefined): Promise<void> {
    const [created, about] = [createdIn(operation), subjectOf(operation)?.collection];
    const [added, part] = [addedTo(operation), partOf(operation)];
    if (part !== null) await setDeleted(part.collection, data?.["id"], null);
    else if (added !== null)
      await service.server.db.query(`delete from ${added} where id = $1`, [Number(data?.["id"])]);
    else if (created !== null) await setDeleted(created, data?.["id"], service.clock.now());
    else if (about !== undefined && data?.["deleted_at"] !== undefined) await setDeleted(about, data["id"], null);
    await service.server.db.query("delete from idempotency_keys");
  }

  it("each value of a filter is accepted alone", async () => {
    const filters = contractOperations
      .filter(({ verb, path }) => verb === "GET" && path.endsWith("/listing"))
      .flatMap(({ path, parameters }) =>
        parameters.flatMap(({ name, schema }) =>
          namedValues(schema).map((value) => `${path}?${name}=${String(value)}`),
        ),
      );
    expect(filters).toContain("/vehicles/documents/listing?status=no_expiry");
    for (const filter of filters) {
      const { status, body } = await service.call("GET", filter, { token });
      expect([filter, status, body.detail]).toEqual([filter, 200, undefined]);
    }
  });

  it.each(cases)("$id $name", async ({ operation, input }) => {
    const special = await neededFor(operation, input);
    const { [input.name]: _left, ...example } = Object(operation.bodyExample);
    const kept = Object.keys(Object(neededPart(operation, example)));
    const rest: Given = inputsOf(operation)
      .filter(({ name, place, required }) => {
        if (name === input.name) return false;
        return required || Object.hasOwn(special, name) || (place === "body" && kept.includes(name));
      })
      .map((other) => [other, special[other.name] ?? valuesOf(other)[0]]);
    const [value, other] = valuesOf(input);
    const table = subjectOf(operation)?.collection ?? operation.path.split("/")[1] ?? "";
    const record = input.name === "include_deleted" ? recordOf(table) : undefined;
    if (record !== undefined) await setDeleted(table, record, service.clock.now());
    const first = () => effectOf(operation, [...rest, [input, value]]);
    // A change that is made already is another one than the first.
    await first();
    const [effect, again] = [await first(), await first()];
    const answers = other === undefined ? [] : [await effectOf(operation, [...rest, [input, other]])];
    // A body that changes nothing is refused, so members of it are compared with another value as well.
    if (!input.required) answers.push(await effectOf(operation, rest));
    if (record !== undefined) await setDeleted(table, record, null);
    // What two equal requests do not have in common says nothing: ids of new records, tokens, times.
    const noise = differences(effect, again);
    // A statement has the whole body, so what the answer shows has to differ there.
    const isShown = input.place === "body" && [...effect.keys()].some((path) => path.split("/").includes(input.name));
    const evidence = answers
      .flatMap((one) => differences(effect, one))
      .filter((path) => !noise.includes(path) && !(isShown && path.startsWith("/statements")));
    expect(evidence).not.toEqual([]);
  });

  /** The record of a collection that the examples are about. */
  function recordOf(collection: string): unknown {
    return contractOperations
      .filter((operation) => subjectOf(operation)?.collection === collection)
      .flatMap(({ parameters }) => parameters.filter(({ in: place }) => place === "path"))
      .map(({ example }) => example)[0];
  }
});
