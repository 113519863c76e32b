/** What is over behaves so before a job has removed it, and the same after. */
import { describe, expect, it } from "vitest";
import { silentLog, systemRandom } from "../../src/platform/index.ts";
import { nodeCrypto } from "../../src/platform/node.ts";
import { tableOutbox } from "../../src/outbox.ts";
import { runJobs } from "../support/run-jobs.ts";
import { useService } from "../support/service.ts";

const service = useService();
const { clock } = service;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const run = (): Promise<void> => runJobs(service.server.db, clock.now());
const stored = async (table: string): Promise<unknown> =>
  (await service.server.db.query(`select count(*) from ${table}`))[0]?.["count"];

/** Has the same outcome before and after the jobs, whatever they removed. */
async function beforeAndAfter<T>(look: () => Promise<T>): Promise<T> {
  const before = await look();
  await run();
  expect(await look()).toEqual(before);
  return before;
}

describe("without a job", () => {
  it("an access token is refused, and a newer one of its session is not", async () => {
    const first = await service.login();
    clock.advance(3 * MINUTE);
    let newest = (await service.call("GET", "/auth/token", { token: first })).headers.get("authorization") ?? "";
    clock.advance(4 * DAY);
    newest = (await service.call("GET", "/auth/token", { token: newest })).headers.get("authorization") ?? "";
    clock.advance(3 * DAY);
    expect(await stored("session_tokens where seq = 1")).toBe(1);
    const statusOf = async (token: string): Promise<number> =>
      (await service.call("GET", "/units/listing?per_page=1", { token })).status;
    expect(await beforeAndAfter(() => Promise.all([first, newest].map(statusOf)))).toEqual([401, 200]);
    expect(await stored("session_tokens where seq = 1")).toBe(0);
  });

  it("a user is no longer logged in after a logout, though a session that has expired is still stored", async () => {
    const username = "demo-client-north";
    const loggedIn = async (): Promise<unknown> =>
      (await service.server.db.query("select logged_in from users where username = $1", [username]))[0]?.["logged_in"];
    await service.login(username);
    clock.advance(6 * DAY);
    const [other, third] = [await service.login(username), await service.login(username)];
    clock.advance(DAY);
    expect((await service.call("POST", "/auth/logout", { token: third })).status).toBe(200);
    expect(await loggedIn()).toBe(true);
    expect((await service.call("POST", "/auth/logout", { token: other })).status).toBe(200);
    expect(await loggedIn()).toBe(false);
  });

  it("an Idempotency-Key is free again after 24 hours", async () => {
    const token = (): Promise<string> => service.login("demo-agency-admin-1");
    const create = async (name: string): Promise<[number, string | null]> => {
      const { status, headers } = await service.call("POST", "/unit_groups", {
        token: await token(),
        headers: { "idempotency-key": "one-key" },
        body: { client_id: 1, name },
      });
      return [status, headers.get("idempotency-replayed")];
    };
    expect(await create("One")).toEqual([201, null]);
    clock.advance(DAY - 1);
    await run();
    expect(await create("One")).toEqual([201, "true"]);
    clock.advance(1);
    expect(await create("Two")).toEqual([201, null]);
    clock.advance(DAY);
    await run();
    expect(await stored("idempotency_keys")).toBe(0);
    expect(await create("Three")).toEqual([201, null]);
  });

  it("a message whose token has expired does not wait to be sent", async () => {
    const { db } = service.server;
    const outbox = tableOutbox({ clock, crypto: nodeCrypto(), secretKey: systemRandom.bytes(32), log: silentLog });
    const payload = { token: "t", expires_at: new Date(clock.now().getTime() + MINUTE).toISOString() };
    const { sql, params } = outbox.post({ kind: "registration", recipient: "x@example.com", payload }, { keep: true });
    await db.query(sql, params);
    clock.advance(MINUTE - 1);
    expect(await beforeAndAfter(() => outbox.waiting(db))).toHaveLength(1);
    clock.advance(1);
    expect(await beforeAndAfter(() => outbox.waiting(db))).toEqual([]);
    expect(await stored("outbox")).toBe(0);
  });

  it("a one-time token is gone; a job forgets it after 30 days", async () => {
    const email = "demo-partner-admin@example.com";
    await service.call("POST", "/auth/password/reset/request", { body: { email } });
    const body = { token: service.messages.at(-1)?.payload.token, password: "a-new-password-for-the-demo" };
    const reset = async (): Promise<number> => (await service.call("POST", "/auth/password/reset", { body })).status;
    clock.advance(30 * MINUTE);
    expect(await beforeAndAfter(reset)).toBe(410);
    clock.advance(30 * DAY);
    expect(await reset()).toBe(410);
    await run();
    expect(await reset()).toBe(404);
  });
});

describe("a device from which a user has logged in", () => {
  const user = { username: "demo-client-west", password: "fleet-demo-client-west" };
  const send = async (device: string, password = user.password): Promise<number> => {
    const headers = { "user-agent": device };
    return (await service.call("POST", "/auth/login", { body: { ...user, password }, headers })).status;
  };
  const guess = async (): Promise<void> => {
    for (let n = 0; n < 10; n += 1) await send(`guesser ${n}`, "a-wrong-guess");
  };

  it("is known for 90 days after its last session is over, whatever other devices do", async () => {
    expect(await send("at home")).toBe(200);
    clock.advance(97 * DAY - MINUTE);
    await send("at work");
    await run();
    await guess();
    expect(await send("another device")).toBe(429);
    expect(await send("at home")).toBe(200);
    clock.advance(97 * DAY);
    await run();
    await guess();
    expect(await send("at home")).toBe(429);
  });
});
