/** What one caller sends at once, and what others get meanwhile. */
import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expect, it } from "vitest";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import type { Answer } from "../support/service.ts";
import { useService } from "../support/service.ts";

const service = useService();
/** Requests of one caller that may be in progress. */
const MOST = 256;

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
        if ((operation.auth === "required") !== (auth === "required")) continue;
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
