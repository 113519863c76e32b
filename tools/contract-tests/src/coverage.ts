import { whyNoPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { contractOperations, readContract } from "./contract.ts";
import { coverageOf, itemsOfCodes } from "./coverage/coverage.ts";
import { drift } from "./coverage/drift.ts";
import { isComplete, reportLines } from "./coverage/report.ts";
import { undocumentedAnswers } from "./coverage/undocumented.ts";
import { readTraffic } from "./exchange.ts";

/** Problem codes that the embedded database never causes: it carries out one request at a time, and stops no search. */
const serverCodes = ["request_in_progress", "query_too_slow"];

const operations = contractOperations(readContract());
const noServer = whyNoPrivatePostgres();
const projects = noServer === undefined ? ["embedded", "postgres"] : ["embedded"];
const exchanges = (await Promise.all(projects.map((project) => readTraffic(project)))).flat();
const report = {
  exchanges: exchanges.length,
  rows: coverageOf(operations, exchanges),
  skipped: noServer === undefined ? null : { reason: noServer, names: itemsOfCodes(operations, serverCodes) },
  undocumented: undocumentedAnswers(operations, exchanges),
  drift: await drift(operations, exchanges),
};
for (const line of reportLines(report)) console.log(line);
process.exitCode = isComplete(report) ? 0 : 1;
