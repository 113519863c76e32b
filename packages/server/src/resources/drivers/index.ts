import type { Group } from "../group.ts";
import { assignments } from "./assignments.ts";
import { idTags } from "./id-tags.ts";
import { driverDocuments } from "./table.ts";

/** The Drivers resource group. */
export { createOperations } from "./operations.ts";
export { drivers as table } from "./table.ts";
/** What its operations create besides drivers. */
export const created: NonNullable<Group["created"]> = {
  driversCreateAssignment: assignments,
  driversCreateIdTag: idTags,
  driversCreateDocument: driverDocuments,
};
