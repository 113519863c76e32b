import type { Query, Scope, Transaction } from "../db/index.ts";
import type { BulkOutcome } from "./bulk.ts";
import { failure, PartTooLong } from "./bulk.ts";
import { bodyRefusal } from "./constraints.ts";
import type { ImportPlan, PlannedItem } from "./import-plan.ts";
import { atItem } from "./import-plan.ts";
import { columnsGiven, insertRows, lockRows, unknownRecord, updateRows, violatedConstraints } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** Writes the items of an import. */
export class ImportWriter {
  readonly #table: RecordTable;
  readonly #plan: Pick<ImportPlan<string>, "matchColumns" | "uniqueColumns" | "valuesOf">;
  readonly #at: { readonly now: Date; readonly scope: Scope };

  constructor(
    table: RecordTable,
    plan: Pick<ImportPlan<string>, "matchColumns" | "uniqueColumns" | "valuesOf">,
    at: { readonly now: Date; readonly scope: Scope },
  ) {
    this.#table = table;
    this.#plan = plan;
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
   * Few statements for many items: creations of the same columns are one, and so are changes. A creation that would be a
   * duplicate is skipped: its result is null. Where an item changes what no two records may have the same, each item has its
   * own statement, and none is skipped.
   * @throws PartTooLong
   */
  async write(tx: Transaction, part: readonly PlannedItem[]): Promise<(BulkOutcome | null)[]> {
    const isOrdered = part.some((one) => one.isOrdered);
    const groups = isOrdered ? part.map((one) => [one]) : this.#grouped(part);
    const outcomes = await this.#run(tx, groups, !isOrdered);
    requireOrder(part, outcomes);
    return part.map(({ index }) => outcomes.get(index) ?? null);
  }

  async writeAlone(tx: Transaction, item: PlannedItem): Promise<BulkOutcome> {
    const outcomes = await this.#run(tx, [[item]], false);
    const outcome = outcomes.get(item.index);
    if (outcome === undefined) throw new Error("An item was left out, although it was carried out alone.");
    return outcome;
  }

  /**
   * Finds the constraint that each skipped creation violates. The snapshot shows the other records: a statement that skips
   * fails where it is too old for that, and the transaction runs again.
   */
  async violatedConstraints(tx: Transaction, skipped: readonly PlannedItem[]): Promise<(string | null)[]> {
    const { now, scope } = this.#at;
    const bodies = skipped.map(({ body }) => body);
    const [found] = await tx.run(violatedConstraints(this.#table, scope, bodies, now));
    return found.map(({ violated }) => violated);
  }

  async #run(
    tx: Transaction,
    groups: readonly (readonly PlannedItem[])[],
    skipsDuplicates: boolean,
  ): Promise<Map<number, BulkOutcome>> {
    const done = await tx.run(
      ...groups.map((group) =>
        group[0]?.stored === null ? this.#insert(group, skipsDuplicates) : this.#update(group),
      ),
    );
    return new Map(done.flat());
  }

  /**
   * Creations are in one order for all requests, so that of two that create the same records only one waits. If items want
   * the same value, they stay in the order of the request: the first one is to succeed.
   */
  #grouped(part: readonly PlannedItem[]): PlannedItem[][] {
    const runs: PlannedItem[][] = [];
    const changes = new Map<string, PlannedItem[]>();
    let columns: string | null = null;
    const values = part.flatMap(({ uniqueValues }) => uniqueValues);
    const collides = new Set(values).size < values.length;
    const inOrder = collides ? part : part.toSorted((a, b) => (this.#orderOf(a) < this.#orderOf(b) ? -1 : 1));
    for (const one of inOrder) {
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
    return JSON.stringify(this.#plan.valuesOf(body, this.#plan.uniqueColumns));
  }

  #insert(items: readonly PlannedItem[], skipsDuplicates: boolean): Query<[index: number, outcome: BulkOutcome][]> {
    const { now, scope } = this.#at;
    const { matchColumns } = this.#plan;
    const keyOf = (row: object): string => JSON.stringify(this.#plan.valuesOf(row, matchColumns));
    const bodies = items.map(({ body }) => body);
    const query = insertRows(this.#table, scope, bodies, { now, shown: matchColumns, skipsDuplicates });
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

/**
 * A skipped item must not conflict with a value that only a later item has taken: alone, it would have failed for another
 * reason.
 * @throws PartTooLong
 */
function requireOrder(part: readonly PlannedItem[], outcomes: ReadonlyMap<number, BulkOutcome>): void {
  const taken = new Map<string, number>();
  for (const [place, { index, uniqueValues }] of part.entries())
    if (outcomes.has(index)) for (const value of uniqueValues) taken.set(value, place);
  const tooLate = part.flatMap(({ index, uniqueValues }, place) =>
    outcomes.has(index) ? [] : uniqueValues.map((value) => taken.get(value) ?? 0).filter((other) => other > place),
  );
  if (tooLate.length > 0) throw new PartTooLong(Math.min(...tooLate));
}
