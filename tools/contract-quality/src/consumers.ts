// Hands the published contract to the tools that its users have, and the documented part of it as well in `test:full`;
// calls of every operation must compile against the clients of those that generate functions by operationId. Any objection
// fails.
import { byTier } from "@fleet-api-tools/test-tier";
import { askConsumer, CONSUMERS } from "./consumers/consumers.ts";
import { contractFile } from "./program.ts";

const contract = contractFile("openapi.json");

/** What the documented part of a contract may look like is what the whole may look like. */
const published = byTier(["openapi.json"] as const, ["openapi.json", "openapi.documented.json"] as const);

for (const document of published) {
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
