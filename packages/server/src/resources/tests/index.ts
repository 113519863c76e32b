/** The connectivity check. */
export { createOperations } from "./operations.ts";
