import type { Transaction, UnitOfWork } from "./db.ts";

/** A unit of work as its open transaction: all reads and writes are part of it. */
export function workInside({ scope }: UnitOfWork, tx: Transaction): UnitOfWork {
  return {
    scope,
    read: (...queries) => tx.run(...queries),
    write: (...queries) => tx.run(...queries),
    transaction: (work) => work(tx),
    within: () => {
      throw new Error("A transaction works in one scope.");
    },
  };
}
