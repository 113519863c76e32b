import { expect, it, onTestFinished } from "vitest";
import { grantsOf } from "../../../src/access/index.ts";
import { localBus } from "../../../src/bus/index.ts";
import { createScope } from "../../../src/db/index.ts";
import { manualClock, silentLog, systemRandom } from "../../../src/platform/index.ts";
import { nodeCrypto } from "../../../src/platform/node.ts";
import { createStreams } from "../../../src/resources/monitoring/stream/streams.ts";
import { createSessions } from "../../../src/sessions/index.ts";
import { useSharedDatabase } from "../../support/db.ts";

const db = useSharedDatabase();

it("counts the streams that a user opens at the same time", async () => {
  const database = db.database();
  const clock = manualClock(new Date("2026-03-01T12:00:00.000Z"));
  const sessions = createSessions({ clock, random: systemRandom, crypto: nodeCrypto() });
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const parts = { database, sessions, clock, log: silentLog, closing: closing.signal };
  const streams = createStreams({ ...parts, bus: localBus(silentLog) });
  const scope = createScope({ clients: [1] });
  const principal = { session_id: 1, user_id: 1, scope, grants: grantsOf([]) };
  const query = { channels: new Set(["telemetry"]), clientId: null, unitIds: null };
  const open = (): Promise<unknown> =>
    streams.open(database.unitOfWork(scope), { principal, query, cursor: null }).then(
      () => "opened",
      ({ code }) => code,
    );
  const outcomes = await Promise.all(Array.from({ length: 12 }, open));
  expect(outcomes).toEqual([...Array(10).fill("opened"), "too_many_requests", "too_many_requests"]);
});
