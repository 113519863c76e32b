import { whyNoPrivatePostgres } from "@fleet-api-tools/test-postgres";
import { readContract } from "./contract/document.ts";
import { contractOperations } from "./contract/operations.ts";
import { coverageOf } from "./coverage/coverage.ts";
import { drift } from "./coverage/drift.ts";
import { itemsOfCodes } from "./coverage/items.ts";
import { isComplete, reportLines } from "./coverage/report.ts";
import { undocumentedAnswers } from "./coverage/undocumented.ts";
import { endToEndTraffic } from "./e2e/run-e2e.ts";
import { exerciseContract } from "./suite/exercise.ts";
import { concurrentCodes, exerciseRequestsInProgress } from "./suite/requests-in-progress.ts";

const operations = contractOperations(await readContract());
const noServer = whyNoPrivatePostgres();
const exchanges = [
  ...(await exerciseContract()),
  ...(noServer === undefined ? await exerciseRequestsInProgress() : []),
  ...(await endToEndTraffic()),
];
const report = {
  exchanges: exchanges.length,
  rows: coverageOf(operations, exchanges),
  skipped: noServer === undefined ? null : { reason: noServer, names: itemsOfCodes(operations, concurrentCodes) },
  undocumented: undocumentedAnswers(operations, exchanges),
  drift: await drift(operations, exchanges),
};
for (const line of reportLines(report)) console.log(line);
process.exitCode = isComplete(report) ? 0 : 1;
