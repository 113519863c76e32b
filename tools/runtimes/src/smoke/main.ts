/** On a command line: `<runtime> main.js <base URL> <user name> <password>` prints the report as one line of JSON. */
import { journey } from "./journey.ts";

const [baseUrl = "", username = "", password = ""] = process.argv.slice(2);
console.log(JSON.stringify(await journey({ baseUrl, username, password })));
