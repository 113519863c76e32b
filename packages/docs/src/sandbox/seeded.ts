/** What the template and the worker that opens it must agree on. */

/** The present of the fleet in the template; the worker moves all instants from it to its own present. */
export const SEEDED_AT = Date.UTC(2026, 0, 1);

/**
 * Seals messages that wait in the sandbox's database. Known to everybody, like the passwords of the demo: the messages
 * of the template are for the reader, and the database never leaves the page.
 */
export const SANDBOX_KEY = new TextEncoder().encode("the key of a sandbox is no secret");
