import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { DbError, DbUnavailableError, noScope } from "../../src/db/index.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { createSessions } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto() });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const work = (): UnitOfWork => db.database().unitOfWork(noScope);

async function logIn(): Promise<string> {
  const started = await sessions.login(work(), { id: await insertUser(db()), password_hash: "" });
  return started?.token ?? "";
}

describe("a session", () => {
  beforeEach(() => clock.set(new Date("2026-01-01T00:00:00.000Z")));

  it("ends 90 days after its login, however often its token was replaced", async () => {
    let token = await logIn();
    for (let day = 1; day < 90; day += 1) {
      clock.advance(DAY);
      token = (await sessions.authenticate(work(), token)).currentToken;
    }
    clock.advance(DAY - 1);
    token = (await sessions.authenticate(work(), token)).currentToken;
    clock.advance(1);
    await expect(sessions.authenticate(work(), token)).rejects.toMatchObject({ code: "token_expired" });
  });

  it.each([
    new DbError("could not extend file: No space left on device", { code: "53100" }),
    new DbUnavailableError("The database cannot be reached."),
  ])("keeps its token while a rotation cannot be written: %s", async (failure) => {
    const token = await logIn();
    clock.advance(3 * MINUTE);
    const readOnly: UnitOfWork = { ...work(), write: () => Promise.reject(failure) };
    const { principal, newerToken, currentToken } = await sessions.authenticate(readOnly, token);
    expect({ newerToken, currentToken }).toEqual({ newerToken: null, currentToken: token });
    expect(principal.scope.partners).toEqual(["p1"]);
    // As soon as it can be written, it is.
    expect((await sessions.authenticate(work(), token)).newerToken).toMatch(/^f1\.2\./);
  });

  it("hands a superseded token the known successor while a rotation cannot be written", async () => {
    const first = await logIn();
    clock.advance(3 * MINUTE);
    const { currentToken: second } = await sessions.authenticate(work(), first);
    clock.advance(3 * MINUTE);
    const readOnly: UnitOfWork = { ...work(), write: () => Promise.reject(new DbUnavailableError("away")) };
    expect((await sessions.authenticate(readOnly, first)).newerToken).toBe(second);
  });
});
