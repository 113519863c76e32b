/** The client of this repository: one spread, and it pages by itself. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";
import type { Listed } from "./listed.ts";

/** Lists all units; the client asks for page after page. */
export async function fleetClient(options: AuthOptions): Promise<Listed> {
  await using session = createAuth(options);
  const fleet = createFleetClient({ baseUrl: options.baseUrl, ...session.bind() });
  await session.login();

  let units = 0;
  for await (const page of fleet.units.listing({ query: { per_page: 25 } }).pages()) units += page.data.length;
  return { units, rotations: session.stats().rotations };
}
