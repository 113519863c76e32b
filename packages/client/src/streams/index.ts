/**
 * Streams over `fetch`: server-sent events that reconnect ({@link openEvents}), and files ({@link download}).
 *
 * @module
 */
export { download } from "./download.ts";
export type { Download, DownloadOptions, Progress } from "./download-options.ts";
export type { StreamEvent } from "./event-decoder.ts";
export { openEvents, type EventStream } from "./open-events.ts";
export type { EventsOptions, Reconnect } from "./open-events.ts";
export type { ReconnectOptions } from "./reconnect.ts";
export type { StreamSource } from "./source.ts";
