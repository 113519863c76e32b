/** The Monitoring resource group. */
export { createOperations } from "./operations.ts";
