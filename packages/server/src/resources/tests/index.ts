/** The connectivity check. */
export { createTestsHandlers } from "./handlers.ts";
