/** What all resource groups do with their records: lists, single records, changes under conditions, bulk requests. */
export { bulkRefusal, bulkResult } from "./bulk.ts";
export type { BulkOutcome } from "./bulk.ts";
export { bodyRefusal, duplicate, inUse, refused, underRules, unknownReference } from "./constraints.ts";
export { equals, hierarchy, laterThan, liveUnless, oneOf } from "./filters.ts";
export type { Filters } from "./filters.ts";
export { readPage } from "./pages.ts";
export type { Page, PageQuery } from "./pages.ts";
export { instantOf, jsonArray, jsonObject, projection, storedObject } from "./projection.ts";
export { createRecordChanges } from "./change-records.ts";
export type { CreatedReply, RecordChanges } from "./change-records.ts";
export { ofAgency, ofClient, recordTable } from "./table.ts";
export { createRecordReads } from "./read-records.ts";
export { lockRecord, unknownRecord } from "./statements.ts";
export { requireTimeZone } from "./time-zone.ts";
