import { AsyncLocalStorage } from "node:async_hooks";
import { DbError } from "./errors.ts";

/**
 * Whether the present call runs inside of a transaction of one database. With one connection, or a pool whose
 * connections are all taken, waiting for another one inside would never end, so it is refused.
 */
export interface Inside {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @throws DbError (25001) inside of a transaction */
  refuse(): void;
}

/** One for each database. */
export function createInside(): Inside {
  const storage = new AsyncLocalStorage<{ active: boolean }>();
  return {
    run: async (work) => {
      const mark = { active: true };
      try {
        return await storage.run(mark, work);
      } finally {
        // What `work` left running is outside from now on.
        mark.active = false;
      }
    },
    refuse: () => {
      if (storage.getStore()?.active === true) {
        throw new DbError("Inside of a transaction use its `tx`, not the database itself.", { code: "25001" });
      }
    },
  };
}
