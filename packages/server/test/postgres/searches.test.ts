/** Searches, which PostgreSQL may carry out for a long time. */
import { describe, expect, it } from "vitest";
import type { Db, RunningServer } from "../../src/index.ts";
import type { Operation } from "../support/contract-operations.ts";
import { contractOperations } from "../support/contract-operations.ts";
import { exampleRequest } from "../support/example-request.ts";
import { useService } from "../support/service.ts";

/** Holds tables, so that every statement which reads them runs until its limit. */
const lock = (tables: string) => `lock table ${tables} in access exclusive mode`;

describe("searches that take long", () => {
  const service = useService();

  it("of one user leave other users their responses", async () => {
    const [busy, other] = [await service.login("demo-client-north"), await service.login("demo-client-south")];
    const searches = await service.server.db.transaction(async (tx) => {
      await tx.query(lock("units"));
      const sent = Array.from({ length: 12 }, () => service.call("GET", "/units/find?q=e", { token: busy }));
      for (let round = 0; round < 20; round += 1) {
        expect((await service.call("GET", "/clients/listing", { token: other })).status).toBe(200);
      }
      // The user itself is not kept from other requests either.
      expect((await service.call("GET", "/clients/1", { token: busy })).status).not.toBe(503);
      return sent;
    });
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });

  it("of many users leave connections to other requests", async () => {
    const names = ["demo-partner-admin", "demo-client-north", "demo-client-west", "demo-read-only"];
    const busy = await Promise.all(names.map((name) => service.login(name)));
    const other = await service.login("demo-client-south");
    const searches = await service.server.db.transaction(async (tx) => {
      await tx.query(lock("units"));
      const sent = busy.map((token) => service.call("GET", "/units/find?q=e", { token }));
      expect((await service.call("GET", "/clients/1", { token: other })).status).not.toBe(503);
      return sent;
    });
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });
});

/** Lets the first statement of a request read the table, and holds it from then on. */
async function lockAfterFirst<T>(db: RunningServer["db"], table: string, send: () => Promise<T>): Promise<T> {
  let tell = (_request: { readonly sent: Promise<T> }): void => {};
  const waits = new Promise<{ readonly sent: Promise<T> }>((resolve) => (tell = resolve));
  const first = db.transaction(async (tx) => {
    const waiting = (): Promise<object[]> =>
      tx.query("select from pg_locks where relation = $1::text::regclass and not granted", [table]);
    await tx.query(lock(table));
    const sent = send();
    await expect.poll(waiting).toHaveLength(1);
    tell({ sent });
    await expect.poll(waiting).toHaveLength(2);
  });
  const { sent } = await waits;
  // Locks are given in the order in which they were asked for.
  const second = db.transaction(async (tx) => {
    await tx.query(lock(table));
    return sent;
  });
  await first;
  return second;
}

/** The tables of searches whose paths do not name them. */
const searchedBy: Readonly<Record<string, string>> = {
  "/monitoring/nearest": "latest_positions",
  "/monitoring/summary": "units",
};

/** The table that a search of an operation reads, and nothing before it: that of the last part of the list's path that has one. */
async function searched(db: Db, { path }: Operation): Promise<string> {
  const known = searchedBy[path];
  if (known !== undefined) return known;
  const [table] = await db.query<{ name: string }>(
    `select relname as name from pg_class, unnest($1::text[]) with ordinality as part (word, place)
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (relname = word or relname like '%\\_' || word || '%')
     order by place desc, relname = word desc, relname like rtrim(($1::text[])[2], 's') || '\\_%' desc limit 1`,
    [path.replace(/\/(?:listing|find).*$/, "").split("/")],
  );
  if (table === undefined) throw new Error(`No part of ${path} has a table.`);
  return table.name;
}

describe("a search, and a page that is far from the first", () => {
  const service = useService({ settings: { search_limit_ms: 100 } });

  it("is stopped at its limit, by every operation with pages, and the response says what to do", async () => {
    const token = await service.login();
    const paged = contractOperations.filter(({ responses }) => responses[422]?.codes?.includes("query_too_slow"));
    expect(paged.length).toBeGreaterThan(5);
    const unexpected: string[] = [];
    for (const operation of paged) {
      const { method, path } = exampleRequest(operation, { values: { page: 1000 } });
      const send = () => service.call(method, path, { token });
      const { db } = service.server;
      const table = await searched(db, operation);
      const looksFirst = operation.path.endsWith("/agency/{agency_id}");
      const { status, body } = await (looksFirst
        ? lockAfterFirst(db, "clients", send)
        : db.transaction(async (tx) => {
            await tx.query(lock(table));
            return send();
          }));
      if (status !== 422 || body.code !== "query_too_slow") unexpected.push(`${operation.id}: ${status} ${body.code}`);
      else expect(body.detail).toMatch(/Search for a longer text, filter more/);
    }
    expect(unexpected).toEqual([]);
  });

  it("includes a list with filters from its first page on, but no list without", async () => {
    const token = await service.login();
    for (const [path, status] of [
      ["/units/listing?lifecycle_status=active", 422],
      ["/units/listing?updated_after=2026-01-01T00:00:00Z", 422],
      ["/unit_groups/listing?include_deleted=true", 422],
      ["/units/listing?client_id=1", 200],
      ["/units/listing?sort=-name", 200],
    ] as const) {
      const sent = await service.server.db.transaction(async (tx) => {
        await tx.query(lock("units, unit_groups"));
        const response = service.call("GET", path, { token });
        if (status === 422) expect((await response).body.code).toBe("query_too_slow");
        // A search of the same time lasts for as long as the limit.
        else expect((await service.call("GET", "/units/find?q=e", { token })).body.code).toBe("query_too_slow");
        return { response };
      });
      expect([path, (await sent.response).status]).toEqual([path, status]);
    }
  });

  it("leaves the connection as it was", async () => {
    const token = await service.login();
    // Longer than the limit of searches, on the connections that had one.
    const slow = await service.server.db.transaction(async (tx) => {
      await tx.query(lock("units"));
      const listing = service.call("GET", "/units/listing", { token });
      const search = await service.call("GET", "/units/find?q=e", { token });
      expect(search.body.code).toBe("query_too_slow");
      return { listing };
    });
    expect((await slow.listing).status).toBe(200);
  });
});
