/** openapi-fetch with a middleware, for a client that somebody else makes. `Request` lets it repeat calls with a body. */
import { type AuthOptions, createAuth } from "@fleet-api/auth";
import type { paths } from "@fleet-api/contract";
import createClient from "openapi-fetch";
import type { Listed } from "./listed.ts";

/** Lists all units, page by page. */
export async function openapiFetchMiddleware(options: AuthOptions): Promise<Listed> {
  await using session = createAuth(options);
  const client = createClient<paths>({ baseUrl: options.baseUrl, Request: session.Request });
  client.use(session.middleware());
  await session.login();

  let units = 0;
  for (let page = 1, total = 1; units < total; page++) {
    const { data, error } = await client.GET("/units/listing", { params: { query: { page, per_page: 25 } } });
    if (error !== undefined) throw new Error(error.title);
    units += data.data.length;
    total = data.pagination.total;
  }
  return { units, rotations: session.stats().rotations };
}
