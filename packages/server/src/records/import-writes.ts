import type { Query, Scope, Transaction } from "../db/index.ts";
import type { BulkOutcome } from "./bulk.ts";
import { failure } from "./bulk.ts";
import { bodyRefusal } from "./constraints.ts";
import type { ImportPlan, PlannedItem } from "./import-plan.ts";
import { atItem } from "./import-plan.ts";
import { columnsGiven, insertRows, lockRows, unknownRecord, updateRows } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** Writes the items of an import. */
export class ImportWriter {
  readonly #table: RecordTable;
  readonly #matchColumns: readonly string[];
  readonly #uniqueColumns: readonly string[];
  readonly #at: { readonly now: Date; readonly scope: Scope };

  constructor(
    table: RecordTable,
    { matchColumns, uniqueColumns }: Pick<ImportPlan<string>, "matchColumns" | "uniqueColumns">,
    at: { readonly now: Date; readonly scope: Scope },
  ) {
    this.#table = table;
    this.#matchColumns = matchColumns;
    this.#uniqueColumns = uniqueColumns;
    this.#at = at;
  }

  /**
   * Locks the records that items change in one order for all requests. The order of a statement that changes them is up to
   * the planner.
   */
  async lock(tx: Transaction, items: readonly PlannedItem[]): Promise<void> {
    const ids = items.flatMap(({ stored }) => stored?.id ?? []);
    if (ids.length > 1) await tx.run(lockRows(this.#table, ids));
  }

  /**
   * Few statements for many items: creations of the same columns are one, and so are changes. Where the order of the items
   * matters, each item has its own. A creation that would be a duplicate is skipped: its result is null.
   */
  async write(tx: Transaction, part: readonly PlannedItem[]): Promise<(BulkOutcome | null)[]> {
    const [first] = part;
    if (part.length === 1 && first?.stored === null) return [await this.#create(tx, first)];
    const isOrdered = part.some((one) => one.isOrdered);
    const groups = isOrdered ? part.map((one) => [one]) : this.#grouped(part);
    const done = await tx.run(
      ...groups.map((group) => (group[0]?.stored === null ? this.#insert(group, !isOrdered) : this.#update(group))),
    );
    const outcomes = new Map(done.flat());
    return part.map(({ index }) => outcomes.get(index) ?? null);
  }

  /**
   * Only a statement that skips duplicates fails where the snapshot is too old to show the other record: the transaction runs
   * again then, and the item matches that record. One that does not skip says which value is taken.
   */
  async #create(tx: Transaction, item: PlannedItem): Promise<BulkOutcome | null> {
    const [[created]] = await tx.run(this.#insert([item], true));
    if (created !== undefined) return created[1];
    const [[strict]] = await tx.run(this.#insert([item], false));
    return strict?.[1] ?? null;
  }

  /**
   * Creations are in one order for all requests, so that of two that create the same records only one waits.
   */
  #grouped(part: readonly PlannedItem[]): PlannedItem[][] {
    const runs: PlannedItem[][] = [];
    const changes = new Map<string, PlannedItem[]>();
    let columns: string | null = null;
    for (const one of part.toSorted((a, b) => (this.#orderOf(a) < this.#orderOf(b) ? -1 : 1))) {
      if (one.stored === null) {
        const given = columnsGiven(this.#table, one.body).join();
        if (given === columns) runs.at(-1)?.push(one);
        else runs.push([one]);
        columns = given;
      } else {
        const given = Object.keys(one.body).toSorted().join();
        const same = changes.get(given);
        if (same === undefined) changes.set(given, [one]);
        else same.push(one);
      }
    }
    return [...runs, ...changes.values()];
  }

  #orderOf({ body }: PlannedItem): string {
    return JSON.stringify(this.#uniqueColumns.map((column): unknown => Reflect.get(body, column)));
  }

  #insert(items: readonly PlannedItem[], skipsDuplicates: boolean): Query<[index: number, outcome: BulkOutcome][]> {
    const { now, scope } = this.#at;
    const keyOf = (row: object): string => JSON.stringify(this.#matchColumns.map((column) => Reflect.get(row, column)));
    const bodies = items.map(({ body }) => body);
    const query = insertRows(this.#table, scope, bodies, { now, shown: this.#matchColumns, skipsDuplicates });
    const { member, noun } = this.#table.owner;
    return mapped(query, (created) => {
      const ids = new Map(created.map((row) => [keyOf(row), row.id]));
      return items.flatMap(({ index, body }): [number, BulkOutcome][] => {
        const id = ids.get(keyOf(body));
        if (id !== undefined) return [[index, { id, outcome: "created", problem: null }]];
        // An item that is carried out alone is skipped only because of its owner.
        const detail = `names no ${noun} that exists in your scope`;
        return skipsDuplicates ? [] : [[index, failure(atItem(bodyRefusal(member, detail), index))]];
      });
    });
  }

  #update(items: readonly PlannedItem[]): Query<[index: number, outcome: BulkOutcome][]> {
    const { now, scope } = this.#at;
    const changes = items.flatMap(({ stored, body }) => (stored === null ? [] : { id: stored.id, body }));
    return mapped(updateRows(this.#table, scope, changes, now), (rowsAfter) => {
      const versions = new Map(rowsAfter.map(({ id, version }) => [id, version]));
      return items.map(({ index, stored }): [number, BulkOutcome] => {
        const [id, before] = [stored?.id ?? 0, stored?.version];
        const version = versions.get(id);
        if (version === undefined) return [index, failure(unknownRecord(this.#table), id)];
        return [index, { id, outcome: version === before ? "unchanged" : "updated", problem: null }];
      });
    });
  }
}

function mapped<T, U>(query: Query<T>, map: (value: T) => U): Query<U> {
  return { ...query, read: (result) => map(query.read(result)) };
}
