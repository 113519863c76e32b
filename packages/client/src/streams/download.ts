import { bodyOf } from "./download-body.ts";
import { contentTypeOf, filenameOf } from "./content-headers.ts";
import type { Download, DownloadOptions } from "./download-options.ts";
import { exchange, unexpected } from "./exchange.ts";
import { guardOf } from "./guard.ts";
import { readersOf } from "./readers.ts";
import { checkMs, settingsOf } from "./source.ts";

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
