/** The jobs that run at intervals, by one of all servers of a database: they remove what has expired. */
export { BATCH_ROWS, maintenanceJobs } from "./jobs.ts";
export { startJobs } from "./start-jobs.ts";
