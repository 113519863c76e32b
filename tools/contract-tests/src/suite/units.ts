import type { Stage } from "./stage.ts";

/** Success and the operation's own errors of the Units resource group. */
export async function exerciseUnits({ call, logIn }: Stage): Promise<void> {
  const token = await logIn();
  const list = (query: string, status: number) =>
    call({ method: "GET", path: `/units/listing${query}`, token, status });
  await list("", 200);
  await list("?page=2&per_page=50&limit=70", 200);
  await list("?page=9&per_page=50", 200);
  await list("?partner_id=demo-partner&agency_id=demo-agency-1&client_id=1", 200);
  for (const state of ["active,in_stock", "suspended", "faulty,decommissioned"]) {
    await list(`?lifecycle_status=${state}`, 200);
  }
}
