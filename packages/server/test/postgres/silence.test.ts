import { expect, it } from "vitest";
import { DbUnavailableError, firstRow, noScope } from "../../src/db/index.ts";
import { openNewDatabase } from "../support/db.ts";

it("gives a connection up that does not answer any more, and serves the next request on another one", async () => {
  const database = await openNewDatabase({ statementLimitMs: 100 }, { maxConnections: 1 });
  const work = database.unitOfWork(noScope);
  const backend = firstRow<{ pid: number }>("select pg_backend_pid() as pid");
  const [before] = await work.read(backend);
  const pid = before?.pid ?? 0;
  // As a host that is gone without a word: neither an answer nor the end of the connection.
  process.kill(pid, "SIGSTOP");
  try {
    await expect(work.read(backend)).rejects.toBeInstanceOf(DbUnavailableError);
    const [after] = await work.read(backend);
    expect(after?.pid).not.toBe(pid);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});
