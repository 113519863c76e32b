/** The Unit Groups resource group. */
export { createUnitGroupsHandlers } from "./handlers.ts";
export { unitGroups } from "./table.ts";
