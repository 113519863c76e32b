/** Finds the unit that somebody names on the phone: by its name, IMEI, serial number, SIM card or phone number. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import type { Unit } from "@fleet-api/client/types/units";

/** At most this many are shown to a person to choose from. */
const MOST = 10;

/**
 * The units that have the text in one of their identifiers, whole records. Exact names come first.
 * @throws FleetError when the service cannot be reached, refuses or fails
 */
export async function findUnits(options: AuthOptions, text: string): Promise<Unit[]> {
  await using session = createAuth(options);
  const fleet = createFleetClient({ baseUrl: options.baseUrl, ...session.bind() });
  const found = await fleet.units.find({ query: { q: text.trim() } }).toArray({ limit: MOST });
  const records = await Promise.all(
    found.map(async ({ id }) => {
      const get = fleet.units.get({ path: { unit_id: id } });
      const result = await get;
      // One that was deleted in between is gone.
      if (!result.ok && result.kind === "http" && result.error.code === "not_found") return [];
      return [(await get.orThrow()).data];
    }),
  );
  return records.flat();
}
