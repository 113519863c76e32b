/** The journey against the reference server inside of the runtime itself: nothing listens. */
import { createWebServer, demoLogins, openInlineDatabase, type PgliteInstance } from "@fleet-api/server/web";
import { journey, type JourneyReport } from "./journey.ts";

/** @param pglite - a new database, which is closed in the end */
export async function serverJourney(pglite: PgliteInstance): Promise<JourneyReport> {
  const database = await openInlineDatabase(pglite);
  const server = await createWebServer({ database, demo: true, rotateAfterMs: 0 });
  const [login] = demoLogins;
  if (login === undefined) throw new Error("There is no demo login.");
  const { username, password } = login;
  const report = await journey(
    { baseUrl: `https://sandbox.invalid${server.basePath}`, username, password, failing: [] },
    server.fetch,
  );
  await server.close();
  return report;
}
