import { beforeAll, describe, expect, it } from "vitest";
import { recordMessages } from "../support/messages.ts";
import type { Message } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();
const CLIENTS = 10_000;

/** What a request costs the database, however fast it is. */
interface Cost {
  readonly messages: number;
  readonly statements: number;
  readonly parameterBytes: number;
  /** Of the statements that read; writes give no rows here. */
  readonly rows: number;
  readonly rowBytes: number;
}

const isFrame = /^begin|^commit|set_config/;

async function costOf(sent: readonly Message[]): Promise<Cost> {
  const statements = sent.flat();
  const reads = statements.filter(({ sql }) => !isFrame.test(sql));
  const answers: object[] = [];
  for (const { sql, params } of reads) answers.push(...(await service.server.db.query(sql, params)));
  return {
    messages: sent.length,
    statements: statements.length,
    parameterBytes: JSON.stringify(statements.map(({ params }) => params)).length,
    rows: answers.length,
    rowBytes: JSON.stringify(answers).length,
  };
}

/** The costs of a request with a new token, and of the next one. */
async function measure(path: string): Promise<Cost[]> {
  const token = await service.login("demo-partner-admin");
  const sent = recordMessages();
  const costs: Cost[] = [];
  for (let use = 0; use < 2; use += 1) {
    sent.length = 0;
    expect((await service.call("GET", path, { token })).status).toBe(200);
    costs.push(await costOf([...sent]));
  }
  return costs;
}

describe("a request of a user with 10,000 clients", () => {
  const paths = ["/auth/token", "/auth/permission/units/action/view?client_id=1", "/units/listing?per_page=50"];
  const few = new Map<string, Cost[]>();
  beforeAll(async () => {
    // Ids of equal length, so that bytes can be compared.
    await service.server.db.script("select setval('sessions_id_seq', 1000)");
  });

  it("costs the database what it costs with 6", async () => {
    for (const path of paths) few.set(path, await measure(path));
    await service.server.db.script(`
      insert into clients (agency_id, name, timezone, currency, created_at, updated_at)
      select 'demo-agency-1', 'client ' || n, 'UTC', 'EUR', now(), now() from generate_series(1, ${CLIENTS}) n`);
    for (const path of paths) {
      expect({ path, costs: await measure(path) }).toEqual({ path, costs: few.get(path) });
    }
    expect(few.get("/auth/token")?.[0]?.rows).toBeLessThan(200);
  });
});
