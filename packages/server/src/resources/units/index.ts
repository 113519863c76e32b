/** The Units resource group. */
export { createUnitsHandlers } from "./handlers.ts";
export { units } from "./table.ts";
