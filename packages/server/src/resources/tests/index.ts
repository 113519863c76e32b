/** The connectivity check. */
export { createTestsHandlers } from "./handlers.ts";
export { createTestsService } from "./service.ts";
