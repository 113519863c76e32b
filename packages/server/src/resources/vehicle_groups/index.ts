/** The Vehicle Groups resource group. */
export { createOperations } from "./operations.ts";
export { vehicleGroups as table } from "./table.ts";
