/** The jobs that run at intervals, by one of all servers of a database: they remove what has expired and announce what the clock changes. */
export { BATCH_ROWS, maintenanceJobs, partitionJob } from "./jobs.ts";
export { startJobs } from "./start-jobs.ts";
