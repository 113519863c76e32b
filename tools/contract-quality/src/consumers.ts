// Hands both published documents to the tools that their users have. Any objection fails.
import { askConsumer } from "./consumers/ask-consumer.ts";
import { CONSUMERS } from "./consumers/consumer-list.ts";
import { contractFile } from "./program.ts";

for (const document of ["openapi.json", "openapi.documented.json"] as const) {
  for (const consumer of CONSUMERS) {
    const objection = await askConsumer(consumer, contractFile(document));
    if (objection === "") console.log(`consumers: ${consumer.name} accepts ${document}`);
    else {
      console.error(`consumers: ${consumer.name} does not accept ${document}:\n${objection}`);
      process.exitCode = 1;
    }
  }
}
