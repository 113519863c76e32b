/** What one caller sends at once, and what others get meanwhile. */
import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request } from "node:http";
import type { Unit } from "@fleet-api/contract/types/units";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
/** Requests of one caller that may be in progress. */
const MOST = 256;
/** Their requests are counted apart, and tested apart. */
const withOwnLimits = new Set(["monitoringIngest"]);

/** Sends one request more than a caller may have in progress; resolves when one of them was refused. */
async function fill(send: () => Promise<Answer<unknown>>): Promise<Promise<Answer<unknown>>[]> {
  const sent = Array.from({ length: MOST + 1 }, send);
  expect((await Promise.race(sent)).status).toBe(429);
  return sent;
}

describe("a caller with many requests in progress", () => {
  it.each([
    { caller: "a user", tables: "units", path: "/units/listing", auth: "required", status: 200 },
    { caller: "an address", tables: "one_time_tokens", path: "/auth/registration/x", auth: "optional", status: 404 },
  ])("gets 429 from every operation: $caller", async ({ tables, path, auth, status }) => {
    const ofUser = { token: await service.login() };
    const credentials = (needed: string) => (needed === "required" ? ofUser : {});
    const send = () => service.call("GET", path, credentials(auth));
    // The token is known from now on.
    await send();
    const unexpected: string[] = [];
    const sent = await service.server.db.transaction(async (tx) => {
      // Nobody reads the table. On the embedded database, nobody has the connection.
      await tx.query(`lock table ${tables} in access exclusive mode`);
      const waiting = await fill(send);
      for (const operation of contractOperations) {
        if ((operation.auth === "required") !== (auth === "required") || withOwnLimits.has(operation.id)) continue;
        const { method, path: target, headers, body } = exampleRequest(operation);
        const answer = await service.call(method, target, {
          ...credentials(operation.auth),
          headers: { ...headers },
          body,
        });
        const { code, retry_after_s } = answer.body;
        const shown = [answer.status, code, retry_after_s, answer.headers.get("retry-after")].join(" ");
        if (shown !== "429 too_many_requests 1 1") unexpected.push(`${operation.id}: ${shown}`);
      }
      return waiting;
    });
    expect(unexpected).toEqual([]);
    const statuses = (await Promise.all(sent)).map((answer) => answer.status);
    expect(statuses.filter((each) => each === status)).toHaveLength(MOST);
  });

  it("gets 201 or 429 for 400 creations, none of which is lost, and others get their responses", async () => {
    const [busy, other] = [await service.login("demo-client-north"), await service.login("demo-client-south")];
    const { body } = await service.call<{ id: number }[]>("GET", "/clients/listing", { token: busy });
    const client_id = body.data[0]?.id;
    const creations = Array.from({ length: 400 }, (_, index) =>
      service.call<Unit>("POST", "/unit_groups", { token: busy, body: { client_id, name: `At once ${index}` } }),
    );
    let isOver = false;
    const over = Promise.all(creations).finally(() => (isOver = true));
    const ofOther: number[] = [];
    while (!isOver) ofOther.push((await service.call("GET", "/units/find?q=e", { token: other })).status);
    const statuses = (await over).map(({ status }) => status);
    expect(new Set([...statuses, 201, 429])).toEqual(new Set([201, 429]));
    expect(new Set(ofOther)).toEqual(new Set([200]));
    const [row] = await service.server.db.query("select count(*) as n from unit_groups where name like 'At once %'");
    expect(row).toEqual({ n: statuses.filter((status) => status === 201).length });
    // Nothing of all that is left.
    expect((await service.call("GET", "/units/listing", { token: busy })).status).toBe(200);
  });
});

/** Of one sender, and of all. */
const [OF_SENDER, OF_ALL] = [8, 64];
const body = JSON.stringify({
  items: [{ unit_id: 2, recorded_at: service.clock.now().toISOString(), latitude: 0, longitude: 0 }],
});
/** An ingest whose body the server waits for. */
interface Waiting {
  /** Sends the body and returns the status. */
  finish(): Promise<number>;
  leave(): void;
}

/** The head of an ingest, and of its response: nothing of the body is sent before the server asks for it. */
async function begin(
  token: string,
  length = Buffer.byteLength(body),
): Promise<[ClientRequest, IncomingMessage | null]> {
  const outgoing = request(`${service.server.baseUrl}/monitoring/positions`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: token,
      "content-type": "application/json",
      "content-length": length,
      expect: "100-continue",
    },
  });
  onTestFinished(() => void outgoing.destroy());
  outgoing.on("error", () => undefined).flushHeaders();
  const asked = once(outgoing, "continue").then(() => null);
  const answered = once(outgoing, "response").then(([response]: IncomingMessage[]) => response ?? null);
  return [outgoing, await Promise.race([asked, answered])];
}

async function startIngest(token: string): Promise<Waiting> {
  const [outgoing, response] = await begin(token);
  expect(response?.statusCode).toBeUndefined();
  return {
    finish: async () => {
      const answered = once(outgoing, "response");
      outgoing.end(body);
      const [answer]: IncomingMessage[] = await answered;
      return answer?.statusCode ?? 0;
    },
    leave: () => void outgoing.destroy(),
  };
}

/** The status of an ingest that is refused before it is asked for its body, and when to come back. */
async function refusal(token: string, length?: number): Promise<unknown[]> {
  const [outgoing, response] = await begin(token, length);
  outgoing.destroy();
  return [response?.statusCode, response?.headers["retry-after"]];
}

const send = async (token: string): Promise<number> =>
  (await service.call("POST", "/monitoring/positions", { token, body: JSON.parse(body) })).status;

describe("ingests in progress", () => {
  const tokens: string[] = [];

  beforeAll(async () => {
    await service.server.db.query(
      `insert into users (account_type_id, role_id, scope_level, partner_id, username, email, password_hash, accessed_at,
       created_at, updated_at)
     select account_type_id, role_id, scope_level, partner_id, 'sender-' || n, n || '@example.com', password_hash, now(), now(), now()
     from users, generate_series(1, $1::integer) n where username = 'demo-partner-admin'`,
      [OF_ALL / OF_SENDER + 1],
    );
    const logins = Array.from({ length: OF_ALL / OF_SENDER + 1 }, (_, index) => `sender-${index + 1}`);
    for (const username of logins) {
      const { headers } = await service.call("POST", "/auth/login", {
        body: { username, password: "fleet-demo-partner-admin" },
      });
      tokens.push(headers.get("authorization") ?? "");
    }
  });

  it("are 8 of one sender with all its sessions; the next is refused before its body is read", async () => {
    const [token = "", other = ""] = tokens;
    const session = await service.call("POST", "/auth/login", {
      body: { username: "sender-1", password: "fleet-demo-partner-admin" },
    });
    const all: Waiting[] = [];
    for (let n = 0; n < OF_SENDER; n += 1) all.push(await startIngest(token));
    for (const each of [token, session.headers.get("authorization") ?? ""]) {
      expect(await refusal(each)).toEqual([429, "1"]);
      // Nor is its length looked at.
      expect(await refusal(each, 10_000_000)).toEqual([429, "1"]);
    }
    const { status, body: problem } = await service.call("POST", "/monitoring/positions", { token, body: {} });
    expect([status, problem.code]).toEqual([429, "too_many_requests"]);
    const asText = await service.call("POST", "/monitoring/positions", {
      token,
      headers: { "content-type": "text/plain" },
      body: {},
    });
    expect(asText.status).toBe(415);
    // Others, and other operations.
    expect(await send(other)).toBe(200);
    for (const path of ["/monitoring/positions/latest", "/monitoring/feed", "/units/listing"]) {
      expect([path, (await service.call("GET", path, { token })).status]).toEqual([path, 200]);
    }
    expect((await service.call("PATCH", "/units/2", { token, body: { notes: "meanwhile" } })).status).toBe(200);
    expect(await all[0]?.finish()).toBe(200);
    expect(await send(token)).toBe(200);
    for (const each of all.slice(1)) expect(await each.finish()).toBe(200);
  });

  it("are 64 of all senders; the next is refused whoever sends it, and accepted when others end or leave", async () => {
    const all: Waiting[] = [];
    for (const token of tokens.slice(0, -1)) {
      for (let n = 0; n < OF_SENDER; n += 1) all.push(await startIngest(token));
    }
    const [first = "", last = ""] = [tokens[0], tokens.at(-1)];
    expect(await refusal(last)).toEqual([503, "1"]);
    // Whoever has too many is told so.
    expect(await refusal(first)).toEqual([429, "1"]);
    expect((await service.call("GET", "/monitoring/summary", { token: last })).status).toBe(200);
    expect(await all.pop()?.finish()).toBe(200);
    expect(await send(last)).toBe(200);
    all.push(await startIngest(last));
    expect(await refusal(last)).toEqual([503, "1"]);
    for (const each of all) each.leave();
    const sendAll = (): Promise<number[]> => Promise.all(Array.from({ length: OF_SENDER }, () => send(last)));
    await expect.poll(sendAll).toEqual(Array.from({ length: OF_SENDER }, () => 200));
  });

  it("are not those that failed", async () => {
    const [token = ""] = tokens;
    for (let n = 0; n < OF_SENDER + 1; n += 1) {
      const wrong = await service.call("POST", "/monitoring/positions", { token, body: { items: [] } });
      expect(wrong.status).toBe(422);
      expect(await refusal(token, 10_000_000)).toEqual([413, undefined]);
    }
    expect(await send(token)).toBe(200);
  });
});
