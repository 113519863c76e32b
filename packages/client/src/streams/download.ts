import { notify } from "../call/notify.ts";
import { FleetError } from "../errors.ts";
import type { Download, DownloadOptions, Progress } from "./download-options.ts";
import { type Exchange, exchange, failureOf, unexpected } from "./exchange.ts";
import { type Guard, guardOf } from "./guard.ts";
import { readersOf } from "./readers.ts";
import { type Bytes, type Settings, checkMs, settingsOf } from "./source.ts";

/**
 * Gets a file, such as an export, as a stream. Resolves when its head is there. Rejects with a `FleetError`: `http` for
 * a status from 400 on, with the problem if the service sent one; `unexpected` for other statuses, 206 (a part)
 * included, and for a response of another origin after a redirect; `network`, `timeout`, `abort`, `auth`, `request`.
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
  const guard = guardOf(settings, signal);
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

/** The bytes of a download. */
interface DownloadBody {
  /** Bytes of the whole; null if nobody says. */
  readonly size: number | null;
  readonly stream: ReadableStream<Bytes>;
  /** Whether somebody has begun to read. */
  isTouched(): boolean;
}

/** The body of a response as a stream that counts, ends the guard, and errors with a `FleetError`. */
function bodyOf(
  settings: Settings,
  { response, chunks }: Exchange,
  guard: Guard,
  onProgress: ((progress: Progress) => void) | undefined,
): DownloadBody {
  const size = sizeOf(response);
  const source = chunks();
  let received = 0;
  let touched = false;
  let ahead: ReturnType<typeof source.next> | undefined;

  const stream = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        touched = true;
        try {
          const { done, value } = await (ahead ?? source.next());
          ahead = undefined;
          if (done && received < (size ?? 0)) throw cutOff(settings, response, received, size);
          if (done) {
            guard.end();
            return controller.close();
          }
          received += value.length;
          notify(() => onProgress?.({ received, size }));
          controller.enqueue(value);
          // A reader that counts may not come back: see whether this is the end. Not so where `size` is of another
          // encoding, see `sizeOf`: what comes is kept for the next step then.
          if (received === size) {
            ahead = source.next();
            ahead.then(({ done: isEnd }) => isEnd && guard.end(), guard.end);
          }
        } catch (error) {
          guard.end();
          throw failureOf(settings, error);
        }
      },
      cancel() {
        touched = true;
        guard.end();
      },
    },
    // Nothing is read ahead, but for the end.
    { highWaterMark: 0 },
  );
  return { size, stream, isTouched: () => touched };
}

/** `Content-Length`, unless it counts other bytes than those that we see. */
function sizeOf({ headers }: Response): number | null {
  const length = headers.get("content-length") ?? "";
  const isPlain = /^(identity)?$/i.test(headers.get("content-encoding") ?? "");
  return isPlain && /^\d+$/.test(length) ? Number(length) : null;
}

function cutOff({ operationId }: Settings, { status, headers }: Response, received: number, size: number | null) {
  const requestId = headers.get("x-request-id");
  return new FleetError(`the body ended after ${received} of ${size} bytes`, {
    kind: "network",
    operationId,
    status,
    requestId,
  });
}

/** `Content-Type`: the media type in lower case and its charset; null where it says none. RFC 9110 section 8.3. */
export function contentTypeOf(headers: Headers): { mediaType: string | null; charset: string | null } {
  const value = headers.get("content-type") ?? "";
  const mediaType = /^([^\s;,]+\/[^\s;,]+)/.exec(value)?.[1]?.toLowerCase() ?? null;
  return { mediaType, charset: parameterOf(value, "charset")?.toLowerCase() ?? null };
}

/**
 * The file name that `Content-Disposition` suggests (RFC 6266); null without a usable one. `filename*` (RFC 8187) goes
 * before `filename`. It is made safe to save under: the last part of a path, without control characters and marks
 * that turn the direction of writing, with `_` for what a file system may refuse, and never `.` or `..`.
 */
export function filenameOf(headers: Headers): string | null {
  const value = headers.get("content-disposition") ?? "";
  const name = extendedOf(parameterOf(value, "filename*")) ?? parameterOf(value, "filename") ?? "";
  const safe = name
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/^.*[\\/]/s, "")
    .replace(/[<>:"|?*]/g, "_")
    .trim();
  return /^\.*$/.test(safe) ? null : safe;
}

/** A parameter of a header: a token, or a quoted string whose escapes are taken off. */
function parameterOf(header: string, name: string): string | undefined {
  for (const [, key, quoted, token] of header.matchAll(
    /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gs,
  ))
    if (key?.toLowerCase() === name) return quoted?.replace(/\\(.)/gs, "$1") ?? token;
  return undefined;
}

/** The text of an extended value: charset ' language ' percent-encoded. Undefined if it is none that we can read. */
function extendedOf(value = ""): string | undefined {
  const [, charset = "", encoded = ""] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8: the plain parameter may be there too.
  }
  return undefined;
}
