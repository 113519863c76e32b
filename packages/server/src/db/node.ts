/** What of the database needs Node: the embedded one in a thread, PostgreSQL, and snapshots in files. */
export { openDatabase } from "./open-database.ts";
export { cachedTemplate, makeTemplate, shippedTemplate } from "./template.ts";
