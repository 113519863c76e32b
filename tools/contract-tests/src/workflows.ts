import { runAllWorkflows } from "./workflows/run-all.ts";

process.exitCode = (await runAllWorkflows(console.log)) ? 0 : 1;
