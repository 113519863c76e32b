import { operations } from "@fleet-api/contract/operations";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import { expect } from "vitest";
import { groups } from "../../../src/built/groups.ts";
import type { Db } from "../../../src/db/index.ts";
import type { RecordTable } from "../../../src/records/index.ts";
import { tablesOf } from "../../../src/resources/group.ts";
import type { Answer } from "../../support/service.ts";

type Shown = Readonly<Record<string, unknown>> & { readonly id: number };

/** A feed of changes of the contract. */
export interface Feed {
  readonly table: RecordTable;
  readonly path: string;
  readonly listing: string;
  /** Members that no mirror promises. */
  readonly quoted: readonly string[];
}

const { components } = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** All feeds of the contract. */
export const feeds: readonly Feed[] = tablesOf(groups)
  .filter((table) => Object.hasOwn(operations, `${table.operations}Changes`))
  .map((table) => {
    const properties = Object.entries(components.schemas[table.record]?.properties ?? {});
    const quoted = properties.filter(([, property]) => Object(property)["x-quoted"] === true).map(([name]) => name);
    return { table, path: `/${table.table}/changes`, listing: `/${table.table}/listing`, quoted };
  });

/** What a page of a feed has. */
export interface ChangesPage {
  readonly changes: readonly (
    | { readonly change: "upserted"; readonly id: number; readonly record: Shown }
    | { readonly change: "removed"; readonly id: number; readonly reason: string }
  )[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** Sends a GET as one user. */
export type Get = <Data>(path: string) => Promise<Answer<Data>>;

/** A copy of the records of one group, kept by the rules of the contract. */
export class Mirror {
  readonly records = new Map<number, Shown>();
  readonly #feed: Feed;
  readonly #get: Get;
  #cursor: string | null = null;
  /** How often it began without a cursor, and how often a cursor had expired. */
  begun = 0;
  expired = 0;

  constructor(feed: Feed, get: Get) {
    this.#feed = feed;
    this.#get = get;
  }

  /** Reads one page; returns whether there is more. Without the permission to read nothing happens. */
  async read(perPage: number): Promise<boolean> {
    if (this.#cursor === null) this.begun += 1;
    const at = this.#cursor === null ? "" : `&cursor=${this.#cursor}`;
    const { status, body } = await this.#get<ChangesPage>(`${this.#feed.path}?per_page=${perPage}${at}`);
    if (status === 410) {
      if (body.code !== "cursor_expired") throw new Error(`410 ${body.code}`);
      this.expired += 1;
      this.#cursor = null;
      this.records.clear();
      return true;
    }
    if (status === 403) {
      if (this.#cursor === null) this.begun -= 1;
      return true;
    }
    if (status !== 200) throw new Error(`${this.#feed.path} responded ${status} ${body.detail}`);
    for (const entry of body.data.changes) {
      if (entry.change === "upserted") this.records.set(entry.id, entry.record);
      else this.records.delete(entry.id);
    }
    this.#cursor = body.data.next_cursor;
    return body.data.has_more;
  }

  /** The records that the server lists, and those of this copy, without quoted members. */
  async compare(): Promise<{ listed: object[]; mirrored: object[] }> {
    const listed: Shown[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await this.#get<Shown[]>(`${this.#feed.listing}?per_page=200&page=${page}`);
      listed.push(...body.data);
      if (body.data.length < 200) break;
    }
    const mirrored = [...this.records.values()].toSorted((one, other) => one.id - other.id);
    return { listed: listed.map((one) => this.#own(one)), mirrored: mirrored.map((one) => this.#own(one)) };
  }

  #own(record: Shown): object {
    return Object.fromEntries(Object.entries(record).filter(([name]) => !this.#feed.quoted.includes(name)));
  }
}

/** Waits until readers may see all changes: transactions of other databases of the server hold the feed back as well. */
export async function allVisible(db: Pick<Db, "query">): Promise<void> {
  const held = "select 1 as one from changes where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1";
  await expect.poll(() => db.query(held), { timeout: 60_000 }).toEqual([]);
}

/** The place of a cursor in the table of changes. */
export function placeOf(cursor: string): { readonly xid: string; readonly seq: string; readonly inRecords: boolean } {
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  return { xid: parts[5], seq: parts[6], inRecords: parts[7] !== null };
}
