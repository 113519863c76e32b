/** What all operations have in common, asked of each of them by the examples of the contract: a new one needs no line here. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import type { ExampleRequest } from "../support/example-request.ts";
import { exampleRequest } from "../support/example-request.ts";
import { createdIn, isRestore, takes } from "../support/example-variants.ts";
import { useService } from "../support/service.ts";

const DAY_MS = 24 * 60 * 60_000;

const service = useService();

/** Sends the example of an operation, or what differs from it. */
async function ask(operation: Operation, token: string, changes: Partial<ExampleRequest> = {}) {
  const { method, path, body, headers } = { ...exampleRequest(operation), ...changes };
  const credentials = operation.auth === "required" && token !== "" ? { token } : {};
  return service.call<unknown>(method, path, { ...credentials, body, headers: { ...headers } });
}

type Send = (operation: Operation) => ReturnType<typeof ask>;

/** Sends a request to every operation that documents a problem; returns a line for each response that is not this problem. */
async function unexpectedOf(status: number, code: string, send: Send): Promise<string[]> {
  const documented = contractOperations.filter(({ responses }) => responses[status]?.codes?.includes(code));
  if (documented.length === 0) throw new Error(`No operation documents ${status} ${code}.`);
  const unexpected: string[] = [];
  for (const operation of documented) {
    const { status: given, body } = await send(operation);
    if (given !== status || body.code !== code) unexpected.push(`${operation.id}: ${given} ${body.code}`);
  }
  return unexpected;
}

/** Deletes the record that the example of an operation is about, or takes that back. */
async function setDeleted(operation: Operation, isDeleted: boolean): Promise<void> {
  const [, table, id = ""] = exampleRequest(operation).path.split("/");
  const deletedAt = isDeleted ? service.clock.now() : null;
  await service.server.db.query(`update ${table} set deleted_at = $2 where id = $1`, [id, deletedAt]);
}

/** The path of the example with one more text in its query. */
function withQuery(operation: Operation, text: string): Partial<ExampleRequest> {
  const { path } = exampleRequest(operation);
  return { path: `${path}${path.includes("?") ? "&" : "?"}${text}` };
}

describe("every operation", () => {
  it("refuses a percent-encoding that is broken", async () => {
    const token = await service.login();
    expect(
      await unexpectedOf(400, "malformed_request", (operation) => ask(operation, token, withQuery(operation, "x=%zz"))),
    ).toEqual([]);
  });

  it("refuses a parameter that it does not have", async () => {
    const token = await service.login();
    const request = (operation: Operation) => withQuery(operation, "no_such_parameter=1");
    expect(
      await unexpectedOf(422, "validation_failed", (operation) => ask(operation, token, request(operation))),
    ).toEqual([]);
  });

  it("refuses a body that is too large, and one of another media type", async () => {
    const token = await service.login();
    expect(
      await unexpectedOf(413, "payload_too_large", (operation) =>
        ask(operation, token, { body: "x".repeat(operation.maxBodyBytes) }),
      ),
    ).toEqual([]);
    const headers = { "content-type": "text/plain" };
    expect(
      await unexpectedOf(415, "unsupported_media_type", (operation) => ask(operation, token, { headers })),
    ).toEqual([]);
  });

  it("refuses a request without a token, and tokens that have expired or were revoked", async () => {
    expect(await unexpectedOf(401, "unauthenticated", (operation) => ask(operation, ""))).toEqual([]);
    // Nobody logs in as this user again: the service forgets the expired sessions of a user at the next login.
    const expired = await service.login("demo-client-south");
    service.clock.advance(8 * DAY_MS);
    expect(await unexpectedOf(401, "token_expired", (operation) => ask(operation, expired))).toEqual([]);
    const revoked = await service.login("demo-client-north");
    await service.call("POST", "/auth/logout", { token: revoked });
    expect(await unexpectedOf(401, "token_revoked", (operation) => ask(operation, revoked))).toEqual([]);
  });

  it("refuses a user without its permission", async () => {
    const { db } = service.server;
    await db.query(
      "delete from role_permissions where role_id = (select role_id from users where username = 'demo-read-only')",
    );
    const token = await service.login("demo-read-only");
    expect(await unexpectedOf(403, "permission_denied", (operation) => ask(operation, token))).toEqual([]);
  });

  it("does not find what does not exist", async () => {
    const token = await service.login();
    const { db } = service.server;
    expect(
      await unexpectedOf(404, "not_found", async (operation) => {
        const ids = operation.parameters.filter(({ in: place }) => place === "path");
        const values = ids.map(({ name, schema }) => [name, schema.type === "integer" ? 999_999 : "nowhere"]);
        const request = exampleRequest(operation, { values: Object.fromEntries(values) });
        if (ids.length > 0 || !takes(operation, "Idempotency-Key")) return ask(operation, token, request);
        // What creates records finds them, unless it is about those of an earlier request that are no longer there.
        const key = `gone-${operation.id}`;
        const headers = { "idempotency-key": key };
        const { status, body } = await ask(operation, token, { headers });
        if (status >= 300) throw new Error(`${operation.id} answered ${status} ${body.detail}.`);
        if (createdIn(operation) !== null)
          await service.call("DELETE", `${request.path}/${Object(body.data).id}`, { token });
        await db.query("update idempotency_keys set record_ids = array[999999] where key = $1", [key]);
        return ask(operation, token, { headers });
      }),
    ).toEqual([]);
  });

  it("refuses a precondition that does not hold", async () => {
    const token = await service.login();
    expect(
      await unexpectedOf(412, "precondition_failed", (operation) =>
        ask(operation, token, { headers: { "if-match": '"v999"' } }),
      ),
    ).toEqual([]);
  });

  it("refuses to change records of a suspended client", async () => {
    const { db } = service.server;
    const token = await service.login();
    await db.query("update clients set status = 'suspended'");
    expect(
      await unexpectedOf(403, "client_suspended", async (operation) => {
        if (!isRestore(operation)) return ask(operation, token);
        await setDeleted(operation, true);
        const answer = await ask(operation, token);
        await setDeleted(operation, false);
        return answer;
      }),
    ).toEqual([]);
    await db.query("update clients set status = 'active'");
  });
});

describe("when the service itself fails, every operation", () => {
  it("answers 500 and tells nothing of the cause", async () => {
    const token = await service.login();
    const cause = "text that nobody may see";
    // With an id of its own, a request asks for the time only where it is under way.
    const headers = { "x-request-id": "every-operation" };
    const now = vi.spyOn(service.clock, "now");
    onTestFinished(() => now.mockRestore());
    expect(
      await unexpectedOf(500, "internal_error", async (operation) => {
        now.mockImplementationOnce(() => expect.unreachable(cause));
        const answer = await ask(operation, token, { headers });
        expect(JSON.stringify(answer.body)).not.toContain(cause);
        return answer;
      }),
    ).toEqual([]);
  });

  it("answers 500 where a statement fails, and tells nothing of it", async () => {
    const token = await service.login();
    await service.server.db.query("alter table units rename to units_gone");
    const { status, body } = await service.call("GET", "/units/listing", { token });
    await service.server.db.query("alter table units_gone rename to units");
    expect([status, body.code]).toEqual([500, "internal_error"]);
    expect(JSON.stringify(body)).not.toMatch(/units_gone|relation|select/i);
  });

  // The last test: the service has no database after it.
  it("answers 503 without its database, and says when to try again", async () => {
    const token = await service.login();
    await service.server.db.close();
    expect(
      await unexpectedOf(503, "unavailable", async (operation) => {
        const answer = await ask(operation, token);
        expect([answer.body.retry_after_s, answer.headers.get("retry-after")]).toEqual([1, "1"]);
        return answer;
      }),
    ).toEqual([]);
  });
});
