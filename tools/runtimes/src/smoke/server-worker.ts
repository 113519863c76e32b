/** In a Web Worker: posts the report, or the words of what went wrong, as JSON. The files of PGlite lie beside the script. */
import { PGlite } from "@electric-sql/pglite";
import { serverJourney } from "./server-journey.ts";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker posts to the page that began it
const tell = (report: unknown): void => self.postMessage(JSON.stringify(report));
PGlite.create()
  .then(serverJourney)
  .then(tell, (error: unknown) => tell({ failed: String(error) }));
