import { strictResponses } from "@fleet-api/contract/validators/strict";
import { contractCheck, demoLogins, type RunningServer, startServer } from "@fleet-api/server";

/** Starts the demo service in memory on a free port; every response is checked against the contract. */
export function startDemoService(): Promise<RunningServer> {
  return startServer({
    settings: { memory: true, port: 0, demo: true, log_level: "silent" },
    checkResponse: contractCheck(strictResponses),
  });
}

/** The inputs of every workflow: a user of the demo fleet who may do everything. */
export function demoInputs(): Readonly<Record<string, string>> {
  const login = demoLogins.find(({ username }) => username === "demo-partner-admin");
  if (login === undefined) throw new Error("The demo fleet has no user demo-partner-admin.");
  return { username: login.username, password: login.password };
}
