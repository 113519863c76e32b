/** The Units resource group. */
export { createUnitsHandlers } from "./handlers.ts";
export { createUnitsRepository } from "./repository.ts";
export { createUnitsService } from "./service.ts";
