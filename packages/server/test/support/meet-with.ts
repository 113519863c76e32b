import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "./service.ts";

/** An open transaction of the owner. */
export type Tx = Parameters<Parameters<Service["server"]["db"]["transaction"]>[0]>[0];

/**
 * Sends a request while another transaction has changed something, which ends when the request waits or is answered. What
 * `change` returns is done before that.
 */
export async function meetWith<Result>(
  service: Pick<Service, "server">,
  change: (tx: Tx) => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> {
  let answer: Promise<Result> | undefined;
  await service.server.db.transaction(async (tx) => {
    const finish = await change(tx);
    let isAnswered = false;
    answer = request().finally(() => (isAnswered = true));
    while (!isAnswered && !(await blocksOthers(tx))) await wait(5);
    if (typeof finish === "function") await finish();
  });
  if (answer === undefined) throw new Error("The request was not sent.");
  return answer;
}

async function blocksOthers(tx: Tx): Promise<boolean> {
  const [row] = await tx.query(
    "select count(*) as waiting from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
  );
  return row?.["waiting"] !== 0;
}
