/** The Unit Groups resource group. */
export { createOperations } from "./operations.ts";
export { unitGroups as table } from "./table.ts";
