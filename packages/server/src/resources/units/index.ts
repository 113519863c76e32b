/** The Units resource group. */
export { createUnitsHandlers } from "./handlers.ts";
export { createUnitsService } from "./service.ts";
