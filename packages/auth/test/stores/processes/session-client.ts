import { writeSync } from "node:fs";
import { createAuth } from "../../../src/index.ts";
import { noHurryMs, openSharedStore } from "./open-shared-store.ts";

// One process that starts a session when told to, makes a call, and says how it was answered.
const [place = "", baseUrl = ""] = process.argv.slice(2);
const { store, close } = await openSharedStore(JSON.parse(place));
{
  await using session = createAuth({
    baseUrl,
    store,
    credentials: { username: "demo", password: "p" },
    timeoutMs: noHurryMs,
  });
  writeSync(1, "ready\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  process.stdin.destroy();
  const { status } = await session.fetch(`${baseUrl}/units`);
  await session.flush();
  writeSync(1, `${status} ${session.stats().logins}\n`);
}
await close();
