/** ky with the session as its `fetch`. It makes requests of its own: to have those with a body repeated too, give its `retry` the code 401. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import type { PagedEnvelope } from "@fleet-api/contract";
import type { Unit } from "@fleet-api/contract/types/units";
import ky from "ky";
import type { Listed } from "./listed.ts";

/** Lists all units, page by page. */
export async function kyWithSession(options: AuthOptions): Promise<Listed> {
  await using session = createAuth(options);
  const api = ky.create({ prefix: options.baseUrl, fetch: session.fetch });
  await session.login();

  let units = 0;
  for (let page = 1, total = 1; units < total; page++) {
    const { data, pagination } = await api
      .get<PagedEnvelope<Unit>>("units/listing", { searchParams: { page, per_page: 25 } })
      .json();
    units += data.length;
    total = pagination.total;
  }
  return { units, rotations: session.stats().rotations };
}
