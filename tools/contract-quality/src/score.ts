// Holds the floors of score/floors.ts for the bundled contract. The command behind it is experimental and only here.
import { FLOORS, judgeScore } from "./score/floors.ts";
import { scoreContract } from "./score/score-contract.ts";

const report = await scoreContract();
const findings = judgeScore(report, FLOORS);

for (const finding of findings) console.error(`score: ${finding}`);
if (findings.length > 0) {
  console.error(
    "Each operation: npx -y pnpm@12 --filter @fleet-api-tools/contract-quality exec redocly score ../../packages/contract/dist/openapi.json --operation-details",
  );
  process.exitCode = 1;
} else {
  const scores = Object.values(report.subscores);
  const lowest = Math.floor(Math.min(...scores) * 100);
  console.log(`score: ${report.total} of 100 from ${scores.length} sub-scores, the lowest ${lowest} %`);
}
