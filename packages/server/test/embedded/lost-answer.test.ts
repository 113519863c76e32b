import { join } from "node:path";
import { expect, it } from "vitest";
import { DbClosedError, DbUnconfirmedError, noScope } from "../../src/db/index.ts";
import { settingsOf } from "../../src/db/open-settings.ts";
import type { Link, OpenLink } from "../../src/db/pglite/link.ts";
import { openPgliteDatabase } from "../../src/db/pglite/pglite-database.ts";
import { workerLink } from "../../src/db/pglite/worker-link.ts";
import { manualClock, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { createAccessCache, createSessions } from "../../src/sessions/index.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";
import { insertUser, startSession } from "../support/user.ts";

const directory = useTemporaryDirectories();

/** Links to a database in a directory; `lose()` lets the next transaction commit and its answer never arrive. */
function losingLinks(): { readonly openLink: OpenLink; lose(): void } {
  const open = workerLink({ dataDir: join(directory(), "pgdata"), template: null }, 30_000);
  let losing = false;
  const openLink: OpenLink = async (onEnd) => {
    const link = await open(onEnd);
    const exchangeWhole: Link["exchangeWhole"] = async (message) => {
      const answer = await link.exchangeWhole(message);
      if (!losing) return answer;
      losing = false;
      const lost = new DbClosedError("The thread ended before its answer arrived.", { losesAnswer: true });
      onEnd(lost);
      await link.close();
      throw lost;
    };
    return { ...bound(link), exchangeWhole };
  };
  return { openLink, lose: () => void (losing = true) };
}

function bound(link: Link): Link {
  return {
    exchange: (message) => link.exchange(message),
    exchangeWhole: (message) => link.exchangeWhole(message),
    snapshot: () => link.snapshot(),
    abandon: (reason) => link.abandon(reason),
    close: () => link.close(),
    exited: link.exited,
    get ended() {
      return link.ended;
    },
  };
}

it("does not leave a session usable whose logout was committed and never answered", async () => {
  const links = losingLinks();
  const database = await openPgliteDatabase({ openLink: links.openLink, isDurable: true }, settingsOf({}));
  const { onAccessChange } = database;
  if (onAccessChange === null) throw new Error("PGlite tells of changes.");
  const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
  const cache = createAccessCache(onAccessChange);
  const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto(), cache });
  const work = database.unitOfWork(noScope);
  const { token, session_id } = await startSession(sessions, work, await insertUser(database.owner));
  await sessions.authenticate(work, token);
  links.lose();
  await expect(sessions.logout(work, session_id)).rejects.toBeInstanceOf(DbUnconfirmedError);
  await expect(sessions.authenticate(work, token)).rejects.toMatchObject({ code: "token_revoked" });
  await database.close();
});
