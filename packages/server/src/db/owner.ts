import type { Db } from "./db.ts";
import type { Connection, Driver } from "./driver.ts";
import type { Inside } from "./inside.ts";
import { rows, text } from "./query.ts";
import type { Query } from "./query.ts";
import { inTransaction, readResults } from "./transaction.ts";

const begin = [{ sql: "begin", params: [] }];

/** `Db` on a driver whose connections have the rights of the owner. */
export function createOwner(driver: Driver, inside: Inside): Db {
  return onConnection((work) => {
    inside.refuse();
    return driver.hold(work);
  }, inside);
}

/** `Db` on the connection that `hold` gives. A transaction inside of another one is part of it. */
function onConnection(hold: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>, inside: Inside): Db {
  return {
    query: (sql, params) => hold((connection) => one(connection, rows(sql, params))),
    queryText: (sql, params) => hold((connection) => one(connection, text(sql, params))),
    script: (sql) => hold(async (connection) => void (await connection.script(sql))),
    transaction: (work) =>
      hold((connection) =>
        inTransaction(connection, begin, (open) => inside.run(() => work(onConnection((use) => use(open), inside)))),
      ),
  };
}

async function one<T>(connection: Connection, query: Query<T>): Promise<T> {
  const [value] = readResults([query], await connection.batch([query]));
  return value;
}
