/** No client at all: `session.fetch` takes what `fetch` takes, and is called in its place. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import type { PagedEnvelope } from "@fleet-api/contract";
import type { Unit } from "@fleet-api/contract/types/units";
import type { Listed } from "./listed.ts";

/** Lists all units, page by page. */
export async function plainFetch(options: AuthOptions): Promise<Listed> {
  await using session = createAuth(options);
  await session.login();

  let units = 0;
  for (let page = 1, total = 1; units < total; page++) {
    const response = await session.fetch(`${options.baseUrl}/units/listing?page=${page}&per_page=25`);
    if (!response.ok) throw new Error(`the listing answered ${response.status}`);
    const { data, pagination }: PagedEnvelope<Unit> = await response.json();
    units += data.length;
    total = pagination.total;
  }
  return { units, rotations: session.stats().rotations };
}
