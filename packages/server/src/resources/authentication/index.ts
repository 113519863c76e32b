/** The Authentication resource group. */
export { createOperations } from "./operations.ts";
