import type { SqlValue } from "./query.ts";

/** Collects the parameters of one statement while its SQL is written. */
export class Params {
  readonly values: SqlValue[] = [];

  /** Adds a parameter and returns its place, such as `$3`. */
  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
