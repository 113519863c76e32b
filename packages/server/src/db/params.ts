import type { SqlValue } from "./query.ts";

/** Collects the parameters of one statement while its SQL is written. */
export class Params {
  readonly values: SqlValue[];

  /** `values` are those of a part of the statement that was written before. */
  constructor(values: readonly SqlValue[] = []) {
    this.values = [...values];
  }

  /** Adds a parameter and returns its place, such as `$3`. */
  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
