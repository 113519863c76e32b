/** The Unit Groups resource group. */
export { createUnitGroupsHandlers } from "./handlers.ts";
