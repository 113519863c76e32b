import { beforeAll, expect, it } from "vitest";
import { growFleet } from "../../src/demo/index.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();
beforeAll(() => growFleet(service.server.db, { units: 20_000, clock: service.clock }), 120_000);

/** The plan of a statement, made without its parameters as the server has them made. */
async function planOf(sql: string, params: readonly unknown[]): Promise<string[]> {
  const literals = params.map((value) => {
    if (value instanceof Date) return `'${value.toISOString()}'`;
    return typeof value === "number" ? String(value) : `'${String(value)}'`;
  });
  const plan = await service.server.db.transaction(async (tx) => {
    await tx.query("select set_config('plan_cache_mode', 'force_generic_plan', true)");
    await tx.query(`prepare page as ${sql}`);
    const explained = await tx.query<{ "QUERY PLAN": string }>(
      `explain (analyze, timing off) execute page(${literals.join(", ")})`,
    );
    await tx.query("deallocate page");
    return explained;
  });
  return plan.map((row) => row["QUERY PLAN"]);
}

it.each(["/units/listing?per_page=50", "/units/listing?per_page=50&page=300", "/units/listing/client/1?per_page=50"])(
  "a page is read along an index, and shows its own rows alone: %s",
  async (path) => {
    const token = await service.login();
    const sent = recordMessages();
    expect((await service.call("GET", path, { token })).status).toBe(200);
    const page = sent.flat().find(({ sql }) => sql.includes("string_agg"));
    const lines = await planOf(page?.sql ?? "", page?.params ?? []);
    expect(lines.filter((line) => / on units t/.test(line))).toHaveLength(2);
    expect(lines.filter((line) => /Seq Scan on units|Sort Key: t\.id/.test(line))).toEqual([]);
  },
);

it.each(["/units/listing", "/units/listing/client/1"])("the total is not counted: %s", async (path) => {
  const token = await service.login();
  const sent = recordMessages();
  const { body } = await service.call("GET", path, { token });
  expect(sent.flat().filter(({ sql }) => sql.includes("count(*)"))).toEqual([]);
  const [counted] = await service.server.db.query(
    `select count(*) as total from units where deleted_at is null and ($1::bigint is null or client_id = $1)`,
    [path.endsWith("/1") ? 1 : null],
  );
  expect(counted).toEqual({ total: body.pagination.total });
});
