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
    { baseUrl: `https://sandbox.invalid${server.basePath}`, username, password, unitId: 1, failing: [] },
    breakFirstStream(server.fetch),
  );
  await server.close();
  return report;
}

/** Breaks the first stream after one event with positions, as the proxy does for the other journeys, with an error as Chromium has it. */
function breakFirstStream(ask: typeof fetch): typeof fetch {
  let isFirst = true;
  return async (input, init) => {
    const response = await ask(input, init);
    if (!isFirst || response.headers.get("content-type") !== "text/event-stream") return response;
    isFirst = false;
    let events = 0;
    const breaking = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (new TextDecoder().decode(chunk).includes("event: positions") && ++events === 2)
          controller.error(new TypeError("network error"));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(breaking), response);
  };
}
