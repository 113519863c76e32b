/** Tries to open a data directory and prints how that ended and how long it took. */
import { openDatabase } from "../../src/db/node.ts";

const started = performance.now();
try {
  const db = await openDatabase({ kind: "directory", path: process.argv[2] ?? "" });
  process.stdout.write("open\n");
  await db.close();
} catch (error) {
  const took = Math.round(performance.now() - started);
  const refusal = error instanceof Error ? { name: error.name, message: error.message } : {};
  process.stdout.write(`refused ${JSON.stringify({ ...refusal, took })}\n`);
}
