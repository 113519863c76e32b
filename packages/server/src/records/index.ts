/** What all resource groups do with their records: lists, single records, changes under conditions, bulk requests. */
export { bulkRefusal, bulkResult } from "./bulk.ts";
export type { BulkOutcome } from "./bulk.ts";
export { duplicate, inUse, refused, underRules, unknownReference } from "./constraints.ts";
export type { Rules } from "./constraints.ts";
export { shownClient } from "./shown-client.ts";
export { conditions, equals, hierarchy, laterThan, liveUnless, oneOf } from "./filters.ts";
export type { Filters } from "./filters.ts";
export { counted, countRows, readPage } from "./pages.ts";
export type { ListSql, Page, PageQuery } from "./pages.ts";
export { projection } from "./projection.ts";
export { createRecordChanges } from "./change-records.ts";
export type { CreatedReply } from "./change-records.ts";
export { ofAgency } from "./owner.ts";
export { createRecordReads } from "./read-records.ts";
export { unknownRecord } from "./record-reply.ts";
export { lockRecord } from "./statements.ts";
export { recordTable } from "./table.ts";
export { requireTimeZone } from "./time-zone.ts";
