// Hands the published contract to the tools that its users have, and the documented part of it as well in `test:full`;
// calls of every operation must compile against the clients of those that generate functions by operationId, and one client
// calls the server. Any objection fails.
import { byTier } from "@fleet-api-tools/test-tier";
import { demoLogins } from "@fleet-api/server";
import { callServerWithOrval } from "./consumers/call-server.ts";
import { askConsumer, CONSUMERS } from "./consumers/consumers.ts";
import { contractFile } from "./program.ts";

const contract = contractFile("openapi.json");

/** What the documented part of a contract may look like is what the whole may look like. */
const published = byTier(["openapi.json"] as const, ["openapi.json", "openapi.documented.json"] as const);

for (const document of published) {
  // The documented contract has none.
  const hasExamples = document === "openapi.json";
  const samplesOf = hasExamples ? contract : undefined;
  for (const consumer of CONSUMERS.filter(({ needsExamples = false }) => hasExamples || !needsExamples))
    report(consumer.name, document, await askConsumer(consumer, contractFile(document), samplesOf));
}

const admin = demoLogins.find((login) => login.username === "demo-partner-admin");
if (admin === undefined) throw new Error("The demo fleet has no user demo-partner-admin.");
const { username, password } = admin;
report("the client of orval", "the server", await callServerWithOrval(contract, { username, password }));

function report(consumer: string, accepted: string, objection: string): void {
  if (objection === "") console.log(`consumers: ${consumer} accepts ${accepted}`);
  else {
    console.error(`consumers: ${consumer} does not accept ${accepted}:\n${objection}`);
    process.exitCode = 1;
  }
}
