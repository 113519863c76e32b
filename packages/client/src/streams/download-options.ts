import type { StreamSource } from "./source.ts";

/** Options of `download`. */
export interface DownloadOptions extends StreamSource {
  /** The `Accept` header, for example `text/csv`. Default: that of `headers`, else any type. */
  readonly accept?: string | undefined;
  /** Milliseconds of silence until it is given up; the whole file may take longer. Default 60 000; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Told as bytes are handed out. It only watches: what it throws or rejects with is dropped. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far a download is. */
export interface Progress {
  /** Bytes handed out so far. */
  readonly received: number;
  /** Bytes of the whole file; null if the service does not say, or compresses it. */
  readonly size: number | null;
}

/**
 * A file on its way. Nothing of it is kept: the body can be read once, in one of these ways, and holds its connection
 * until it is read to its end, left, or cancelled (`stream.cancel()`). Reading throws a `FleetError`: `network` where
 * the body breaks off, also when fewer bytes come than were announced; `timeout`; `abort`; `decode`; `request` where it
 * was read before.
 */
export interface Download {
  readonly status: number;
  /** In lower case, without parameters; null if the service names none. */
  readonly mediaType: string | null;
  /** In lower case; null if the service names none: text is then read as UTF-8. */
  readonly charset: string | null;
  /** The name that the service suggests, made safe to save under; null without one. */
  readonly filename: string | null;
  /** Bytes of the whole file; null if the service does not say, or compresses it. */
  readonly size: number | null;
  /** The bytes, read from the network only as they are asked for. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All of it as text. */
  text(): Promise<string>;
  /** The lines, without their ends (LF, CRLF or CR). A line of more than 16 777 216 characters is a `decode` error. */
  lines(): AsyncIterable<string>;
  /** The rows of a CSV file (RFC 4180), its heading included. What breaks the RFC is a `decode` error. */
  rows(): AsyncIterable<string[]>;
  /** All of it in memory, with its media type. */
  blob(): Promise<Blob>;
}
