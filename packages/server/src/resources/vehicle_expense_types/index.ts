/** The Vehicle Expense Types resource group. */
export { createOperations } from "./operations.ts";
export { vehicleExpenseTypes as table } from "./table.ts";
