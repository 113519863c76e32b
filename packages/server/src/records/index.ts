/** What all resource groups do with their records: lists, single records, changes under conditions, bulk requests. */
export { bodyRefusal, duplicate, inUse, refused, underRules, unknownReference } from "./constraints.ts";
export { byLetters, conditions, equals, hierarchy, joining, laterThan, liveUnless, oneOf } from "./filters.ts";
export { groupIds, inGroup } from "./member-sql.ts";
export { memberOperations } from "./membership.ts";
export { groupsOf } from "./nesting.ts";
export { readPage } from "./pages.ts";
export type { Page, PageQuery } from "./pages.ts";
export { instantOf, jsonObject, projection, storedObject } from "./projection.ts";
export { createRecordChanges } from "./change-records.ts";
export type { Rules } from "./constraints.ts";
export { createImport } from "./import-records.ts";
export { recordHandlers } from "./operations.ts";
export type { ConventionalId, RecordHandlers } from "./operations.ts";
export { ofAgency, ofClient, partOf, recordTable } from "./table.ts";
export type { RecordTable } from "./table.ts";
export { unknownRecord } from "./statements.ts";
export type { RecordChange } from "./statements.ts";
export { requireTimeZone } from "./time-zone.ts";
