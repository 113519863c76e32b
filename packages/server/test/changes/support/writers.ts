import type { DemoRandom } from "../../../src/demo/demo-random.ts";
import type { Db } from "../../../src/db/index.ts";
import { contractOperations } from "../../support/contract-operations.ts";
import { canHave, createRecord } from "../../support/create-record.ts";
import { collectionNamed, inputsOf, isRestore, subjectOf } from "../../support/example-variants.ts";
import type { GroupKind } from "../../support/group-kinds.ts";
import { groupKinds } from "../../support/group-kinds.ts";
import type { Service } from "../../support/service.ts";
import { feeds } from "./mirror.ts";

/** What a writer works on. */
export interface Writing {
  readonly service: Pick<Service, "call">;
  readonly db: Db;
  readonly token: string;
  readonly random: DemoRandom;
  /** Active clients that may be given records. */
  readonly clients: readonly number[];
  /** The collection to change; any if it is not given. */
  readonly collection?: string | undefined;
}

type Step = (writing: Writing) => Promise<unknown>;

const collections = feeds.map(({ table }) => table.table);

/** One of the items; undefined if there is none. */
function pick<T>(random: DemoRandom, items: readonly T[]): T | undefined {
  return items[random.int(0, items.length - 1)];
}

/** The id of some row that a query gives. */
async function some(db: Db, random: DemoRandom, sql: string): Promise<number | null> {
  const rows = await db.query<{ id: number }>(`select id from (${sql}) r order by id`);
  return pick(random, rows)?.id ?? null;
}

/** Steps through the API on the records of a collection: what its conventional operations and its bulk requests do. */
function apiSteps(collection: string): Step[] {
  const about = contractOperations.filter((operation) => subjectOf(operation)?.collection === collection);
  const live = `select id from ${collection} where deleted_at is null`;
  const create: Step = async ({ service, token, random, clients }) => {
    const members = canHave(collection, "client_id") ? { client_id: pick(random, clients) } : {};
    await createRecord(service, collection, { token, members }).catch((error: unknown) => {
      // A client that has as many as it may, or has been deleted, refuses another one; so does one that too many change.
      if (!/ responded (409|422|503) /.test(String(error))) throw error;
    });
  };
  const each = about.flatMap((operation): Step[] => {
    const { parameter = "", part = "" } = subjectOf(operation) ?? {};
    const send =
      (sql: string, body: (writing: Writing, id: number) => Promise<object | undefined>): Step =>
      async (writing) => {
        const { service, db, token, random } = writing;
        const id = await some(db, random, sql);
        if (id === null) return;
        const path = operation.path.replace(`{${parameter}}`, String(id));
        const given = await body(writing, id);
        await service.call(operation.verb, path, { token, ...(given !== undefined && { body: given }) });
      };
    if (operation.verb === "PATCH" && part === "") {
      return [send(live, async ({ random }) => ({ notes: `note ${random.int(0, 1e6)}` }))];
    }
    if (operation.verb === "DELETE" && part === "") return [send(live, async () => undefined)];
    if (isRestore(operation)) {
      return [send(`select id from ${collection} where deleted_at is not null`, async () => undefined)];
    }
    const list = inputsOf(operation).find(({ place, name }) => place === "body" && name.endsWith("_ids"))?.name;
    if (list === undefined) return [];
    const members = collectionNamed(list) ?? "";
    return [
      send(live, async ({ db, random }, id) => {
        const ids = new Set<number>();
        for (let n = 0; n < 3; n += 1) {
          const same = `client_id = (select client_id from ${collection} where id = ${id})`;
          const member = await some(db, random, `select id from ${members} where deleted_at is null and ${same}`);
          if (member !== null) ids.add(member);
        }
        return { [list]: ids.size === 0 ? [1] : [...ids], mode: "best_effort" };
      }),
    ];
  });
  return [create, create, ...each];
}

/** Gives a member of groups, such as a unit, to another client; it leaves its groups behind. */
function moveMember({ members, memberships, memberId }: GroupKind): Step {
  return async ({ db, random, clients }) => {
    const id = await some(db, random, `select id from ${members} where deleted_at is null`);
    if (id === null) return;
    await db.transaction(async (tx) => {
      await tx.query(`delete from ${memberships} where ${memberId} = $1`, [id]);
      await tx.query(`update ${members} set client_id = $2, external_id = null, updated_at = now() where id = $1`, [
        id,
        pick(random, clients) ?? 1,
      ]);
    });
  };
}

/** Gives a client to the other agency, with everything that it has. */
const moveClient: Step = async ({ db, random, clients }) => {
  await db.query(
    `update clients set agency_id = case agency_id when 'demo-agency-1' then 'demo-agency-2' else 'demo-agency-1' end
     where id = $1`,
    [pick(random, clients) ?? 1],
  );
};

const moves = groupKinds.map(moveMember);
const stepsOf = new Map(collections.map((collection) => [collection, apiSteps(collection)]));
const steps: readonly Step[] = [...[...stepsOf.values()].flat(), ...moves, ...moves, moveClient];

/** Changes something at random. What the rules of the service refuse is no change. */
export async function changeSomething(writing: Writing): Promise<void> {
  const step = pick(writing.random, stepsOf.get(writing.collection ?? "") ?? steps);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      await step?.(writing);
      return;
    } catch (error) {
      // A statement of the owner that met another change.
      if (!/40001|40P01|23|serialize|deadlock/.test(String(Object(error).code ?? error))) throw error;
    }
  }
}
