/** Opens a data directory, new ones from a template, and writes rows until it is killed, printing each that was acknowledged. */
import { openDatabase } from "../../src/db/node.ts";

const [, , path = "", template = ""] = process.argv;
const { owner: db } = await openDatabase({ kind: "directory", path }, { template });
await db.script("create table if not exists written (n bigint primary key)");
const [last] = await db.query<{ n: number }>("select coalesce(max(n), 0) as n from written");
process.stdout.write("open\n");
for (let n = (last?.n ?? 0) + 1; ; n += 1) {
  await db.query("insert into written values ($1)", [n]);
  process.stdout.write(`acknowledged ${n}\n`);
}
