/** axios with its fetch adapter. `env` takes what `bind()` gives; with `Request` in it, calls with a body can be repeated. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import type { PagedEnvelope } from "@fleet-api/contract";
import type { Unit } from "@fleet-api/contract/types/units";
import axios from "axios";
import type { Listed } from "./listed.ts";

/** Lists all units, page by page. */
export async function axiosWithSession(options: AuthOptions): Promise<Listed> {
  await using session = createAuth(options);
  const api = axios.create({ baseURL: options.baseUrl, adapter: "fetch", env: session.bind() });
  await session.login();

  let units = 0;
  for (let page = 1, total = 1; units < total; page++) {
    const { data } = await api.get<PagedEnvelope<Unit>>("/units/listing", { params: { page, per_page: 25 } });
    units += data.data.length;
    total = data.pagination.total;
  }
  return { units, rotations: session.stats().rotations };
}
