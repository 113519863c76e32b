/** In a Web Worker: posts the report, or the words of what went wrong, as JSON. The files of PGlite lie beside the script. */
import { PGlite } from "@electric-sql/pglite";
import { serverJourney } from "./server-journey.ts";

PGlite.create()
  .then(serverJourney)
  .then(
    (report) => self.postMessage(JSON.stringify(report)),
    (error: unknown) => self.postMessage(JSON.stringify({ failed: String(error) })),
  );
