/** What all resource groups do with their records: lists, single records, changes under conditions, bulk requests. */
export {
  bodyRefusal,
  duplicate,
  duplicates,
  inUse,
  refused,
  tooManyDecimals,
  underRules,
  unknownReference,
} from "./constraints.ts";
export { bulkProblem } from "./bulk.ts";
export { cursorParts, cursorText } from "./change-cursor.ts";
export { queryRefusal } from "./changes.ts";
export { documentsOf } from "./documents.ts";
export { conditions, equals, hierarchy, joining, laterThan, liveUnless, lookUp, oneOf } from "./filters.ts";
export type { Filters } from "./filters.ts";
export { groupIds, inGroup, membersOf } from "./member-sql.ts";
export { memberOperations } from "./membership.ts";
export { groupsOf } from "./nesting.ts";
export { partOperations } from "./parts.ts";
export { readGroups, readPage } from "./pages.ts";
export type { Page, PageQuery } from "./pages.ts";
export { instantOf, jsonArray, jsonObject, projection, storedObject } from "./projection.ts";
export { readingOperations, readingRules } from "./readings.ts";
export type { ReadingOperations } from "./readings.ts";
export { createRecordChanges } from "./change-records.ts";
export type { ChangeHeaders } from "./change-records.ts";
export type { Rules } from "./constraints.ts";
export { createImport } from "./import-records.ts";
export { recordHandlers } from "./operations.ts";
export { byLetters } from "./search.ts";
export type { ConventionalId, RecordHandlers } from "./operations.ts";
export { lockOwner, ofAgency, ofClient, ofClientOrShared, partOf, recordTable, sharedWith } from "./table.ts";
export type { RecordTable } from "./table.ts";
export { changeOf, findRecord, newRow, replyWith, storedRow, unknownRecord, withNotices } from "./statements.ts";
export type { RecordChange, RecordReply } from "./statements.ts";
export { isTimeZone, requireTimeZone, unknownTimeZone } from "./time-zone.ts";
