import { expect, it } from "vitest";
import { growFleet } from "../../src/demo/index.ts";
import { recordMessages } from "../support/messages.ts";
import { useService } from "../support/service.ts";

const service = useService();

it("a page shows its own rows alone, also by a plan that does not know how many they are", async () => {
  const { db } = service.server;
  await growFleet(db, { units: 5000, clock: service.clock });
  const token = await service.login();
  const sent = recordMessages();
  await service.call("GET", "/units/listing?per_page=50", { token });
  const page = sent.flat().find(({ sql }) => sql.includes("string_agg"));
  const plan = await db.transaction(async (tx) => {
    await tx.query("select set_config('plan_cache_mode', 'force_generic_plan', true)");
    await tx.query(`prepare page as ${page?.sql}`);
    return tx.query<{ "QUERY PLAN": string }>(
      "explain (analyze, timing off) execute page('demo-partner', 0, 50, '2026-03-01T12:00:00Z')",
    );
  });
  const lines = plan.map((row) => row["QUERY PLAN"]);
  expect(lines.filter((line) => / on units t/.test(line))).toHaveLength(2);
  expect(lines.filter((line) => /Seq Scan on units/.test(line))).toEqual([]);
});
