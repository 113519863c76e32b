// A package that exports what the client gives, and leaves its types to the compiler.
import { createFleetClient } from "@fleet-api/client";
import type { UnitGroup } from "@fleet-api/client/types/unit_groups";

export const fleet = createFleetClient({ baseUrl: "https://fleet.example.com/api/v1" });

export const allUnits = () => fleet.units.listing().toArray();

export const { login } = fleet.auth;

export function groupOf(id: number) {
  return fleet.unitGroups.get({ path: { unit_group_id: id } }).orThrow();
}

export async function nameOf(id: number) {
  const result = await fleet.unitGroups.get({ path: { unit_group_id: id } });
  return result.ok ? result.data.name : result.error;
}

export const isTop = (group: UnitGroup): boolean => group.parent_id === null;
