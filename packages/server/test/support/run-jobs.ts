import type { Db } from "../../src/db/index.ts";
import type { Job } from "../../src/maintenance/jobs.ts";
import { maintenanceJobs } from "../../src/maintenance/jobs.ts";
import { inBatch } from "../../src/maintenance/start-jobs.ts";

/** All jobs, the one of the audit log after 30 days. */
export const allJobs: readonly Job[] = maintenanceJobs({ auditLogDays: 30 });

/** Runs every job now, until nothing is left to do. */
export async function runJobs(db: Db, now: Date): Promise<void> {
  for (const job of allJobs) while ((await inBatch(db, (tx) => job.runBatch(tx, now))) > 0);
}
