import { expect, it } from "vitest";
import { noScope, rows } from "../../src/db/index.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { setPassword } from "../../src/resources/authentication/repository.ts";
import { createSessions } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser, startSession } from "../support/user.ts";

const db = useDatabase();

it("a reset ends a session that began after the reset took its snapshot", async () => {
  const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
  const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto() });
  const userId = await insertUser(db());
  const work = () => db.database().unitOfWork(noScope);
  let begun = (): void => {};
  const snapshot = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let goOn = (): void => {};
  const loggedIn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const reset = work().transaction(async (tx) => {
    await tx.run(rows("select 1"));
    begun();
    await loggedIn;
    await tx.run(setPassword(userId, "another hash", clock.now()), sessions.revokeAll(userId));
  });
  await snapshot;
  const { token } = await startSession(sessions, work(), userId);
  goOn();
  await reset;
  await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_revoked" });
});
