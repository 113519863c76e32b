/** The Clients resource group. */
export { createOperations } from "./operations.ts";
export { clients as table } from "./table.ts";
