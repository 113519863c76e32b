import { beforeEach, describe, expect, it } from "vitest";
import { cheapPasswords, useService } from "../../support/service.ts";

/** What happens between a check that found the password right and what that login does next; one entry per login. */
let afterCheck: (() => Promise<unknown>)[] = [];
let rehash = false;
/** What happens between the beginning of a session and the end of its login; only while hashes are replaced. */
let afterSession = async (): Promise<unknown> => undefined;
beforeEach(() => {
  afterCheck = [];
  afterSession = async () => undefined;
  rehash = false;
});

const service = useService({
  passwords: {
    ...cheapPasswords,
    async verify(phc, password) {
      const verified = await cheapPasswords.verify(phc, password);
      if (verified === null) return null;
      await afterCheck.shift()?.();
      return { needsRehash: rehash || verified.needsRehash };
    },
    async hash(password) {
      await afterSession();
      return cheapPasswords.hash(password);
    },
  },
});

const username = "demo-client-west";
const newPassword = "a-new-password-for-the-demo";
let password = "fleet-demo-client-west";

function logIn(given = password) {
  return service.call("POST", "/auth/login", { body: { username, password: given } });
}

async function resetTo(wanted: string): Promise<void> {
  const email = `${username}@example.com`;
  await service.call("POST", "/auth/password/reset/request", { body: { email } });
  const token = service.messages.at(-1)?.payload.token;
  const { status } = await service.call("POST", "/auth/password/reset", { body: { token, password: wanted } });
  expect(status).toBe(200);
  password = wanted;
}

async function liveSessions(): Promise<number> {
  const [row] = await service.server.db.query<{ live: number }>(
    `select count(*) as live from sessions s join users u on u.id = s.user_id
     where u.username = $1 and s.revoked_at is null`,
    [username],
  );
  return row?.live ?? -1;
}

describe("a login whose password was found right", () => {
  it("is refused when the password was reset before its session began", async () => {
    const old = password;
    afterCheck = [() => resetTo(newPassword)];
    const { status, body, headers } = await logIn(old);
    expect([status, body.code, headers.get("authorization")]).toEqual([401, "invalid_credentials", null]);
    expect(await liveSessions()).toBe(0);
    expect((await logIn()).status).toBe(200);
  });

  it("does not restore the old password by rehashing it", async () => {
    const old = password;
    rehash = true;
    afterCheck = [() => resetTo(`${newPassword}-2`)];
    expect((await logIn(old)).status).toBe(401);
    expect((await logIn(old)).status).toBe(401);
    expect((await logIn()).status).toBe(200);
  });

  it("is refused when the user was disabled meanwhile", async () => {
    const setDisabled = (at: string) =>
      service.server.db.query(`update users set disabled_at = ${at} where username = $1`, [username]);
    afterCheck = [() => setDisabled("now()")];
    expect((await logIn()).status).toBe(401);
    expect(await liveSessions()).toBe(0);
    await setDisabled("null");
    expect((await logIn()).status).toBe(200);
  });

  it("is refused when its session was ended before it was answered", async () => {
    rehash = true;
    afterSession = () => service.server.db.query("update sessions set revoked_at = now()");
    const { status, body, headers } = await logIn();
    expect([status, body.code, headers.get("authorization")]).toEqual([401, "invalid_credentials", null]);
  });

  it("succeeds when another login rehashed the same password meanwhile", async () => {
    rehash = true;
    afterCheck = [() => logIn()];
    expect((await logIn()).status).toBe(200);
  });

  it("never leaves a token that outlives a reset, however the two meet", async () => {
    for (let round = 0; round < 8; round += 1) {
      const old = password;
      // Of one address, five messages are sent in 15 minutes.
      service.clock.advance(15 * 60_000);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      // Of each round a few logins wait until the reset is over, wherever the others are by then.
      afterCheck = Array.from({ length: round }, () => () => held);
      const logins = Array.from({ length: 8 }, () => logIn(old));
      await resetTo(`${newPassword}-${round}-again`);
      release();
      for (const { status, body, headers } of await Promise.all(logins)) {
        const token = headers.get("authorization") ?? "";
        if (status === 200) expect((await service.call("GET", "/auth/token", { token })).status).toBe(401);
        else expect([status, body.code]).toEqual([401, "invalid_credentials"]);
      }
      expect(await liveSessions()).toBe(0);
    }
  });
});
