/** The Vehicle Expenses resource group. */
export { createOperations } from "./operations.ts";
export { vehicleExpenses as table } from "./table.ts";
