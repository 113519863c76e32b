/** The Units resource group. */
export { createUnitsHandlers } from "./handlers.ts";
export { shownUnits } from "./repository.ts";
export { createUnitsService } from "./service.ts";
