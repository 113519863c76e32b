/** On a command line: `<runtime> main.js <options as JSON>` prints the report as one line of JSON. */
import { journey } from "./journey.ts";

console.log(JSON.stringify(await journey(JSON.parse(process.argv[2] ?? ""))));
