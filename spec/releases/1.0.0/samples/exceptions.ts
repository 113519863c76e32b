/** Exceptions instead of results, and names outside of an open list. */
import { createFleetClient, isFleetError, type Permissions } from "@fleet-api/client";

const fleet = createFleetClient({ baseUrl: "https://api.example/api/v1" });

export async function mayEditUnits(clientId: number): Promise<boolean> {
  const check = await fleet.auth
    .permission({ path: { resource: "units", action: "edit" }, query: { client_id: clientId } })
    .orThrow();
  return check.data.allow;
}

export async function mayUse(resource: string, action: string): Promise<boolean | "unknown"> {
  try {
    return (await fleet.auth.permission({ path: { resource, action } }).orThrow()).data.allow;
  } catch (error) {
    if (isFleetError(error, "unknown_permission")) return "unknown";
    throw error;
  }
}

export function seesVehicles({ vehicles, units }: Permissions): boolean {
  return vehicles.actions.view.allow && units.actions.view.allow;
}
