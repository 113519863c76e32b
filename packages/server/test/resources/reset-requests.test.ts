import { expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { noScope } from "../../src/db/index.ts";
import { tableOutbox } from "../../src/outbox.ts";
import { manualClock, silentLog, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { requestPasswordReset } from "../../src/resources/authentication/password-reset.ts";
import { createFailureBuckets, createLoginThrottle, createOneTimeTokens } from "../../src/sessions/index.ts";
import { useDatabase } from "../support/db.ts";
import { useService } from "../support/service.ts";
import { insertUser } from "../support/user.ts";

const db = useDatabase();
const service = useService();
const clock = manualClock(new Date("2026-01-01T00:00:00.000Z"));
const crypto = nodeCrypto();

/** The statements of a request, in order. */
async function statementsFor(email: string): Promise<string[]> {
  const sent: string[] = [];
  const real = db.database().unitOfWork(noScope);
  const recording: UnitOfWork = {
    ...real,
    read: (...queries) => {
      sent.push(...queries.map(({ sql }) => sql));
      return real.read(...queries);
    },
    write: (...queries) => {
      sent.push(...queries.map(({ sql }) => sql));
      return real.write(...queries);
    },
  };
  const deps = {
    oneTimeTokens: createOneTimeTokens({ clock, random: systemRandom, crypto }),
    outbox: tableOutbox({ clock, crypto, secretKey: systemRandom.bytes(32), log: silentLog }),
    resetThrottle: createLoginThrottle({ clock }),
    resetMails: createFailureBuckets(clock, { failures: 5, windowMs: 60_000 }),
  };
  await requestPasswordReset(deps, recording, { email, ip: "192.0.2.1" });
  return sent;
}

it("does the same for an address that nobody has as for one of a user", async () => {
  await insertUser(db());
  const known = await statementsFor("user@example.com");
  expect(known).toHaveLength(4);
  expect(await statementsFor("nobody@example.com")).toEqual(known);
  expect(await db().query("select recipient from outbox")).toEqual([{ recipient: "user@example.com" }]);
});

it("says in the 429 what there were too many of", async () => {
  const ask = () =>
    service.call("POST", "/auth/password/reset/request", { body: { email: "demo-agency-admin-2@example.com" } });
  let answer = await ask();
  for (let n = 0; n < 10; n += 1) answer = await ask();
  expect([answer.status, answer.body.code]).toEqual([429, "too_many_requests"]);
  expect(answer.body.detail).toMatch(/^Too many requests to reset a password\. Try again in \d+ s\.$/);
});

it("keeps no token in the clear, and removes messages when a token is used", async () => {
  const { messages, server, call } = service;
  await call("POST", "/auth/password/reset/request", { body: { email: "demo-agency-admin-1@example.com" } });
  await call("POST", "/auth/password/reset/request", { body: { email: "demo-agency-admin-1@example.com" } });
  const resets = messages.filter(({ kind, recipient }) => kind === "password_reset" && recipient.includes("admin-1"));
  const [first, second] = resets.map(({ payload }) => payload.token);
  const dump = await server.db.queryText("select json_agg(o)::text from outbox o");
  for (const token of [first, second]) expect(dump).not.toContain(token);
  const used = await call("POST", "/auth/password/reset", { body: { token: first, password: "a new pass phrase" } });
  expect(used.status).toBe(200);
  const again = await call("POST", "/auth/password/reset", { body: { token: second, password: "a new pass phrase" } });
  expect(again.status).toBe(410);
  expect(await server.db.query("select id from outbox where recipient like '%admin-1@%'")).toEqual([]);
});

it("sends five messages to an address in 15 minutes, and keeps nobody from asking", async () => {
  const email = "demo-read-only@example.com";
  const asked: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    asked.push((await service.call("POST", "/auth/password/reset/request", { body: { email } })).status);
  }
  expect(asked).toEqual(Array.from({ length: 8 }, () => 200));
  const sent = service.messages.filter(({ kind, recipient }) => kind === "password_reset" && recipient === email);
  expect(sent).toHaveLength(5);
});
