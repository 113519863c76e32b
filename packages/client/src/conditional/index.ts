/**
 * Conditional requests (RFC 9110, section 13): writes that lose no update, reads that need not be sent again.
 *
 * @module
 */
export { type IfMatch, type Versioned, withIfMatch } from "./with-if-match.ts";
export { revalidate, type Revalidate, type RevalidateOptions } from "./revalidate.ts";
