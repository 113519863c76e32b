import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { createScope } from "../../src/db/index.ts";
import { openDatabase } from "../../src/db/node.ts";
import { openTestDatabase } from "../support/db.ts";
import { letterStrings } from "../support/letters.ts";
import { asAdministrator, ownerUrl, testOwner } from "../support/postgres.ts";
import type { Page } from "../../src/records/index.ts";
import { createRecordReads } from "../../src/records/read-records.ts";
import { unitGroups } from "../../src/resources/unit_groups/table.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { textOf } from "../../src/kernel/reply.ts";
import { insertClient, insertUser } from "../support/user.ts";

/** Makes a database as its administrator would, and returns its URL. */
async function databaseWith(options: string): Promise<string> {
  const { address } = inject("postgres");
  const name = `fleet_locale_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator(address, `create database ${name} ${options} template template0 owner ${testOwner}`);
  onTestFinished(() => asAdministrator(address, `drop database ${name} with (force)`));
  return ownerUrl(address, name);
}

const open = (url: string): Promise<Database> =>
  openDatabase({ kind: "postgres", url, ownerUrl: url, maxConnections: 2 });

/** Locales that disagree about case and order where the service must not: Turkish i, German and Swedish letters. */
const locales: Readonly<Record<string, string>> = {
  C: "locale 'C' encoding 'UTF8'",
  "C.UTF-8": "locale 'C.UTF-8' encoding 'UTF8'",
  "Turkish of ICU": "locale_provider icu icu_locale 'tr' locale 'C.UTF-8' encoding 'UTF8'",
  "Swedish of ICU": "locale_provider icu icu_locale 'sv' locale 'C.UTF-8' encoding 'UTF8'",
  "upper case first": "locale_provider icu icu_locale 'en-u-kf-upper' locale 'C.UTF-8' encoding 'UTF8'",
};

const scope = createScope({ clients: [1] });
const reads = createRecordReads<unknown, unknown>(unitGroups, systemClock);

/** What a database makes of names: which are taken already, the lists in both orders, and what a search finds. */
async function outcome({ owner, ...database }: Database, names: readonly string[], q: string) {
  await owner.script("truncate unit_groups cascade");
  const taken: string[] = [];
  for (const name of names) {
    const [row] = await owner.query(
      `insert into unit_groups (client_id, name, created_at, updated_at) values (1, $1, now(), now())
       on conflict do nothing returning id`,
      [name],
    );
    if (row === undefined) taken.push(name);
  }
  const work = database.unitOfWork(scope);
  const page = { page: 1, per_page: 200 };
  const namesOf = ({ json }: Page<unknown>): string[] =>
    (JSON.parse(textOf(json.content)) as { name: string }[]).map(({ name }) => name);
  const lists = [];
  for (const sort of [["name"], ["-name"]] as const) {
    const query = { ...page, sort: [...sort], include_deleted: false };
    lists.push(namesOf(await reads.listing(work, query)));
  }
  return { taken, lists, found: namesOf(await reads.find(work, { ...page, q })) };
}

describe("the same names in databases of different locales", () => {
  const opened: Database[] = [];
  beforeAll(() => async () => {
    for (const database of opened) await database.close();
  });

  it("are taken, listed and found alike, also in the embedded database", async () => {
    for (const options of Object.values(locales)) opened.push(await open(await databaseWith(options)));
    opened.push(await openTestDatabase());
    for (const { owner } of opened) {
      await insertUser(owner);
      await insertClient(owner);
    }
    await fc.assert(
      fc.asyncProperty(fc.array(letterStrings, { maxLength: 12 }), letterStrings, async (names, q) => {
        const [first, ...others] = await Promise.all(opened.map((database) => outcome(database, names, q)));
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a database that would compare strings in another way is refused before anything is written to it", () => {
  it("for its encoding", async () => {
    const url = await databaseWith("locale 'C' encoding 'LATIN1'");
    await expect(open(url)).rejects.toThrow(/^The database has the encoding LATIN1; this program needs UTF8\. [^\n]*$/);
  });

  it("without the collation", async () => {
    const url = await databaseWith("locale 'C' encoding 'UTF8'");
    const { address } = inject("postgres");
    const database = new URL(url).pathname.slice(1);
    const there = "host" in address ? { ...address, database } : withDatabase(address.connectionString, database);
    await asAdministrator(there, 'drop collation pg_catalog."und-x-icu"');
    await expect(open(url)).rejects.toThrow(
      /^The database lacks the collation und-x-icu; [^\n]* built with ICU[^\n]*$/,
    );
  });
});

function withDatabase(address: string, database: string): { connectionString: string } {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
