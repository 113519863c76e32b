import { describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../../src/db/index.ts";
import { noScope } from "../../../src/db/index.ts";
import { startServer } from "../../../src/index.ts";
import { tableOutbox } from "../../../src/outbox.ts";
import { manualClock, silentLog, systemRandom } from "../../../src/platform/index.ts";
import { nodeCrypto } from "../../../src/platform/node.ts";
import { requestPasswordReset } from "../../../src/resources/authentication/password-reset.ts";
import { createFailureBuckets, createLoginThrottle, createOneTimeTokens } from "../../../src/sessions/index.ts";
import { newDatabase, useDatabase } from "../../support/db.ts";
import { useService } from "../../support/service.ts";
import { insertUser } from "../../support/user.ts";

describe("the reset of a password", () => {
  const service = useService();
  const email = "demo-client-east@example.com";
  const password = "a-new-password-for-the-demo";

  async function requestReset(address = email): Promise<string> {
    const known = service.messages.length;
    const { status, body } = await service.call("POST", "/auth/password/reset/request", { body: { email: address } });
    expect([status, body.data]).toEqual([200, { accepted: true }]);
    return service.messages.slice(known)[0]?.payload.token ?? "";
  }

  describe("password reset", () => {
    it("sets the password once, ends every session, and tells nothing of unknown addresses", async () => {
      const session = await service.login("demo-client-east");
      const token = await requestReset(email.toUpperCase());
      expect(service.messages.at(-1)?.recipient).toBe(email);
      const reset = await service.call("POST", "/auth/password/reset", { body: { token, password } });
      expect([reset.status, reset.body.data]).toEqual([200, { reset: true }]);
      expect((await service.call("GET", "/auth/token", { token: session })).body.code).toBe("token_revoked");
      const old = { username: "demo-client-east", password: "fleet-demo-client-east" };
      expect((await service.call("POST", "/auth/login", { body: old })).status).toBe(401);
      expect((await service.call("POST", "/auth/login", { body: { ...old, password } })).status).toBe(200);

      const again = await service.call("POST", "/auth/password/reset", { body: { token, password } });
      expect([again.status, again.body.code]).toEqual([410, "gone"]);
      expect(await requestReset("nobody@example.com")).toBe("");
    });

    it("takes any of several live tokens; 410 gone for all of them once one is used", async () => {
      const tokens = [await requestReset(), await requestReset(), await requestReset()];
      const [, used] = tokens;
      const reset = await service.call("POST", "/auth/password/reset", { body: { token: used, password } });
      expect(reset.status).toBe(200);
      for (const token of tokens) {
        const again = await service.call("POST", "/auth/password/reset", { body: { token, password } });
        expect([again.status, again.body.code]).toEqual([410, "gone"]);
      }
    });

    it("410 gone after 30 minutes", async () => {
      const token = await requestReset();
      service.clock.advance(30 * 60_000);
      const late = await service.call("POST", "/auth/password/reset", { body: { token, password } });
      expect([late.status, late.body.code]).toEqual([410, "gone"]);
    });

    it("404 not_found for a token that was never given out", async () => {
      const { status, body } = await service.call("POST", "/auth/password/reset", {
        body: { token: "x".repeat(43), password },
      });
      expect([status, body.code]).toEqual([404, "not_found"]);
    });

    it("422 for a short password, without using the token", async () => {
      const token = await requestReset();
      const short = await service.call("POST", "/auth/password/reset", { body: { token, password: "short" } });
      expect([short.status, short.body.errors?.[0]?.pointer]).toEqual([422, "/password"]);
      expect((await service.call("POST", "/auth/password/reset", { body: { token, password } })).status).toBe(200);
    });

    it("429 when one address is asked for again and again", async () => {
      service.clock.advance(60_000);
      for (let request = 0; request < 10; request += 1) await requestReset("someone@example.com");
      const body = { email: "someone@example.com" };
      const refused = await service.call("POST", "/auth/password/reset/request", { body });
      expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    });
  });
});

describe("the request of a reset", () => {
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
    expect(known).toHaveLength(3);
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
    const again = await call("POST", "/auth/password/reset", {
      body: { token: second, password: "a new pass phrase" },
    });
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
});

const failures: [string, () => unknown][] = [
  ["throws", () => expect.unreachable("mail server away")],
  ["rejects", () => Promise.reject(new Error("mail server away"))],
];

describe("a server whose onMessage", () => {
  it.each(failures)("%s starts and answers as if it did not", async (_how, onMessage) => {
    const { settings, remove } = await newDatabase();
    const lines: string[] = [];
    const server = await startServer({
      settings: { ...settings, port: 0, demo: true, log_level: "error" },
      onMessage,
      writeLog: (line) => lines.push(line),
    });
    const ask = async (email: string): Promise<number> => {
      const response = await fetch(`${server.baseUrl}/auth/password/reset/request`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      await response.text();
      return response.status;
    };
    expect(await ask("demo-read-only@example.com")).toBe(200);
    expect(await ask("nobody@example.com")).toBe(200);
    expect(lines.filter((line) => line.includes("message not delivered"))).toHaveLength(2);
    await server.close();
    await remove();
  });
});
