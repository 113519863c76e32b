/**
 * Streams over `fetch`: server-sent events that reconnect ({@link openEvents}), and files ({@link download}). CSV files as
 * the items of an import ({@link readCsv}).
 *
 * @module
 */
export { download } from "./download.ts";
export type { Download, DownloadOptions, Progress } from "./download-options.ts";
export type { StreamEvent } from "./event-decoder.ts";
export { openEvents } from "./open-events.ts";
export type { EventsOptions } from "./open-events.ts";
export type { EventStream, StreamOptions } from "@fleet-api/contract";
export type { Reconnect, ReconnectOptions } from "./reconnect.ts";
export type { StreamSource } from "./source.ts";
export { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from "./read-csv.ts";
export type { ImportItem, ImportOperationId } from "./read-csv.ts";
