// Hands both published documents to the tools that their users have; calls of every operation must compile against the
// clients of those that generate functions by operationId. Any objection fails.
import { askConsumer, CONSUMERS } from "./consumers/consumers.ts";
import { contractFile } from "./program.ts";

const contract = contractFile("openapi.json");

for (const document of ["openapi.json", "openapi.documented.json"] as const) {
  // The documented contract has no examples that samples could be made of.
  const samplesOf = document === "openapi.json" ? contract : undefined;
  for (const consumer of CONSUMERS) {
    const objection = await askConsumer(consumer, contractFile(document), samplesOf);
    if (objection === "") console.log(`consumers: ${consumer.name} accepts ${document}`);
    else {
      console.error(`consumers: ${consumer.name} does not accept ${document}:\n${objection}`);
      process.exitCode = 1;
    }
  }
}
