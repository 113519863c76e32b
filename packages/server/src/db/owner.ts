import type { Db } from "./db.ts";
import type { Connection, Driver } from "./driver.ts";
import type { Inside } from "./inside.ts";
import { rows, text } from "./query.ts";
import type { Query } from "./query.ts";
import { inTransaction, LOCK_LIMIT, readResults } from "./transaction.ts";

/** Those who wait for a lock then see what the one before them did, whatever the database's own default is. */
const begin = [{ sql: "begin isolation level read committed read write", params: [] }];

type Hold = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** `Db` on a driver whose connections have the rights of the owner. */
export function createOwner(driver: Driver, inside: Inside): Db {
  const hold: Hold = (work) => {
    inside.refuse();
    return driver.hold(work);
  };
  return {
    ...onConnection(hold, (work) =>
      hold((connection) => inTransaction(connection, begin, (open) => inside.run(() => work(openTransaction(open))))),
    ),
    outsideTransaction: (sql) =>
      hold(async (connection) => {
        await connection.script(`set lock_timeout = '${LOCK_LIMIT}'`);
        try {
          await connection.script(sql);
        } finally {
          await connection.script("reset lock_timeout");
        }
      }),
  };
}

/** `Db` inside of a transaction; a further transaction inside is part of it. */
function openTransaction(open: Connection): Db {
  const tx: Db = {
    ...onConnection(
      (work) => work(open),
      (work) => work(tx),
    ),
    outsideTransaction: () => Promise.reject(new Error("A transaction is open.")),
  };
  return tx;
}

function onConnection(hold: Hold, transaction: Db["transaction"]): Omit<Db, "outsideTransaction"> {
  return {
    query: (sql, params) => hold((connection) => one(connection, rows(sql, params))),
    queryText: (sql, params) => hold((connection) => one(connection, text(sql, params))),
    script: (sql) => hold(async (connection) => void (await connection.script(sql))),
    transaction,
  };
}

async function one<T>(connection: Connection, query: Query<T>): Promise<T> {
  const [value] = readResults([query], await connection.batch([query]));
  return value;
}
