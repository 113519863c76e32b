// Hands both published documents to the tools that their users have, then runs an application's calls on our client and
// on those that other tools generate. Any objection fails.
import { askConsumer } from "./consumers/ask-consumer.ts";
import { CONSUMERS } from "./consumers/consumer-list.ts";
import { checkExit } from "./exit/check-exit.ts";
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

for (const { summary, client, objections } of await checkExit()) {
  if (objections.length === 0) console.log(`consumers: ${summary}`);
  else {
    console.error(`consumers: the call sites do not run on ${client}:\n${objections.join("\n")}`);
    process.exitCode = 1;
  }
}
