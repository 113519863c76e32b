/** On a command line: `<runtime> server-main.js` prints the report as one line of JSON. */
import { PGlite } from "@electric-sql/pglite";
import { serverJourney } from "./server-journey.ts";

console.log(JSON.stringify(await serverJourney(await PGlite.create())));
