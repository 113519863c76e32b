/** Walking through a listing, item by item and page by page, and the client beneath: no generated sample iterates. */
import { createFleetClient } from "@fleet-api/client";
import type { Unit } from "@fleet-api/contract/types/units";

const fleet = createFleetClient({ baseUrl: "https://api.example/api/v1" });

export async function activeUnits(clientId: number): Promise<string[]> {
  const names: string[] = [];
  const listing = fleet.units.listing({ query: { client_id: clientId, lifecycle_status: ["active"], per_page: 100 } });
  for await (const unit of listing) names.push(label(unit));
  return names;
}

export async function progress(report: (done: number, total: number) => void): Promise<void> {
  let done = 0;
  for await (const page of fleet.units.listing({ query: { per_page: 50 } }).pages()) {
    done += page.data.length;
    report(done, page.pagination.total);
  }
}

export async function firstPage(): Promise<Unit[]> {
  const { data, error } = await fleet.raw.GET("/units/listing", { params: { query: { page: 1, limit: 10 } } });
  if (error) throw new Error(error.detail ?? error.title);
  return data.data;
}

function label(unit: Unit): string {
  const carrier: string | null = unit.sim_card?.carrier ?? null;
  const status: "in_stock" | "active" | "suspended" | "faulty" | "decommissioned" = unit.lifecycle_status;
  return `${unit.id} ${unit.name} ${unit.identifier} ${unit.client?.name ?? "no client"} ${status} ${carrier ?? "-"}`;
}
