import { readContract } from "./contract/document.ts";
import { contractOperations } from "./contract/operations.ts";
import { coverageOf } from "./coverage/coverage.ts";
import { drift } from "./coverage/drift.ts";
import { isComplete, reportLines } from "./coverage/report.ts";
import { undocumentedAnswers } from "./coverage/undocumented.ts";
import { recordEndToEndTests } from "./e2e/run-e2e.ts";
import { exerciseContract } from "./suite/exercise.ts";

const operations = contractOperations(await readContract());
const exchanges = [...(await exerciseContract()), ...(await recordEndToEndTests())];
const report = {
  exchanges: exchanges.length,
  rows: coverageOf(operations, exchanges),
  undocumented: undocumentedAnswers(operations, exchanges),
  drift: await drift(operations, exchanges),
};
for (const line of reportLines(report)) console.log(line);
process.exitCode = isComplete(report) ? 0 : 1;
