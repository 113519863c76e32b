import { bodyOf } from "./download-body.ts";
import { contentTypeOf, filenameOf } from "./content-headers.ts";
import { exchange, unexpected } from "./exchange.ts";
import { guardOf } from "./guard.ts";
import { readersOf } from "./readers.ts";
import { checkMs, type StreamSource, settingsOf } from "./source.ts";

/** Options of {@link download}. */
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

/**
 * Gets a file, such as an export, as a stream. Resolves when its head is there. Rejects with a `FleetError`: `http` for
 * a status from 400 on, with the problem if the service sent one; `unexpected` for other statuses, 206 (a part)
 * included, and for an answer of another origin after a redirect; `network`, `timeout`, `abort`, `auth`, `request`.
 *
 * @example
 * const file = await download({ url: `${baseUrl}/vehicles/listing?format=csv`, fetch: session.fetch });
 * for await (const [id, name] of file.rows()) console.log(id, name);
 */
export async function download(options: DownloadOptions): Promise<Download> {
  const { accept = "*/*", timeoutMs = 60_000, signal, onProgress } = options;
  const settings = settingsOf("download", options, accept);
  if (options.accept) settings.headers.set("accept", accept);
  checkMs("download", "timeoutMs", timeoutMs);
  const guard = guardOf("download", signal, settings.platform);
  try {
    const got = await exchange(settings, guard, timeoutMs);
    const { status, headers, ok } = got.response;
    if (!ok || status === 206) throw unexpected(settings, got.response, "is not the file");
    const type = contentTypeOf(headers);
    const { size, stream, isTouched } = bodyOf(settings, got, guard, onProgress);
    return { status, ...type, filename: filenameOf(headers), size, stream, ...readersOf(stream, isTouched, type) };
  } catch (error) {
    // Lets go of the connection, too.
    guard.end();
    throw error;
  }
}
