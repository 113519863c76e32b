import { writeSync } from "node:fs";
import { createAuth } from "../../../src/index.ts";
import { openStore } from "./open-store.ts";

// One process that starts a session when told to, makes a call, and says how it was answered.
const [kind, path = "", baseUrl = ""] = process.argv.slice(2);
await using session = createAuth({
  baseUrl,
  store: openStore(kind, path, 5_000),
  credentials: { username: "demo", password: "p" },
});
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.destroy();
const { status } = await session.fetch(`${baseUrl}/units`);
await session.flush();
writeSync(1, `${status} ${session.stats().logins}\n`);
