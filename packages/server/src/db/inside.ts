import { DbError } from "./errors.ts";

/** A value that belongs to a call and to whatever it awaits. */
interface AsyncContext<T> {
  /** Runs `work` with the value. */
  run<R>(value: T, work: () => R): R;
  /** The value of the present call; undefined outside of `run`. */
  current(): T | undefined;
}

/** Node, Bun, Deno and Workers have one, browsers do not: null. Asked for at run time, so that bundles need no Node module. */
function createAsyncContext<T>(): AsyncContext<T> | null {
  const hooks = globalThis.process?.getBuiltinModule?.("node:async_hooks");
  if (hooks === undefined) return null;
  const storage = new hooks.AsyncLocalStorage<T>();
  return {
    run: (value, work) => storage.run(value, work),
    current: () => storage.getStore(),
  };
}

/**
 * Whether the present call runs inside of a transaction of one database. With one connection, or a pool whose
 * connections are all taken, waiting for another one inside would never end, so it is refused.
 */
export interface Inside {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @throws DbError (25001) inside of a transaction */
  refuse(): void;
  /** The one that the units of work of one request share. */
  ofRequest(): Inside;
}

/** Marks the calls that are made while a transaction is open. */
interface Mark {
  active: boolean;
}

/** One for each database. `context` is null where calls cannot be told apart. */
export function createInside(context: AsyncContext<Mark> | null = createAsyncContext()): Inside {
  return context === null ? withoutContext : withContext(context);
}

/** Sees every call, however deep inside of the transaction it is made. */
function withContext(context: AsyncContext<Mark>): Inside {
  const inside: Inside = {
    run: async (work) => {
      const mark = { active: true };
      try {
        return await context.run(mark, work);
      } finally {
        // What `work` left running is outside from now on.
        mark.active = false;
      }
    },
    refuse: () => {
      if (context.current()?.active === true) throw refusal();
    },
    ofRequest: () => inside,
  };
  return inside;
}

/**
 * Sees the usual mistake: the unit of work of the request is used where the `tx` of its open transaction should be. Other
 * callers must be able to wait meanwhile, so a call through another handle is not refused; the limit of the transaction
 * ends it.
 */
const withoutContext: Inside = {
  run: (work) => work(),
  refuse: () => {},
  ofRequest: () => {
    let open = 0;
    const inside: Inside = {
      run: async (work) => {
        open += 1;
        try {
          return await work();
        } finally {
          open -= 1;
        }
      },
      refuse: () => {
        if (open > 0) throw refusal();
      },
      ofRequest: () => inside,
    };
    return inside;
  },
};

function refusal(): DbError {
  return new DbError("Inside of a transaction use its `tx`, not the database itself.", { code: "25001" });
}
