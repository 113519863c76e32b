import type { Group } from "../group.ts";
import { vehicleDocuments } from "./table.ts";

/** The Vehicles resource group. */
export { createOperations } from "./operations.ts";
export { vehicles as table } from "./table.ts";
/** What its operations create besides vehicles. */
export const created: NonNullable<Group["created"]> = { vehiclesCreateDocument: vehicleDocuments };
