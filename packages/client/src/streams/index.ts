/** Streams over `fetch`: server-sent events that reconnect ({@link openEvents}), and files ({@link download}). */
export { download, type Download, type DownloadOptions, type Progress } from "./download.ts";
export type { StreamEvent } from "./event-decoder.ts";
export { openEvents, type EventsOptions, type EventStream, type Reconnect } from "./open-events.ts";
export type { ReconnectOptions } from "./reconnect.ts";
export type { StreamSource } from "./source.ts";
