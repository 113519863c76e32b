import { readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";

/** How the name of a compressed file ends; without it, it is the name of what is inside. */
export const COMPRESSED = ".gz";

/** The largest text that is unpacked, in bytes: a file that grows beyond it is no snapshot. */
const LARGEST = 256 * 1024 * 1024;

/** Place of the operating system in the header of a gzip file, and the value for "unknown" (RFC 1952, section 2.3.1). */
const SYSTEM = { at: 9, unknown: 255 } as const;

/**
 * A text as gzip, which every machine can print (`zcat`). Its header has no time, name or system. The bytes behind the
 * header may still differ between two builds of zlib, so hashes are of the text and never of the file.
 */
export function compressed(text: string): Buffer {
  const bytes = gzipSync(text, { level: 9 });
  bytes[SYSTEM.at] = SYSTEM.unknown;
  return bytes;
}

/**
 * Reads a file as what it holds: a compressed one is unpacked.
 * @throws Error that names the file when it is no gzip file, or is cut off.
 */
export async function readPlain(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (!path.endsWith(COMPRESSED)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be unpacked (${reason}).`, { cause: error });
  }
}

/** Writes a compressed file, unless it holds this text already: then its bytes stay, whoever packed them. */
export async function writeCompressed(path: string, text: string): Promise<void> {
  const existing = await readPlain(path).catch(() => undefined);
  if (existing?.toString("utf8") !== text) await writeFile(path, compressed(text));
}

/**
 * A file of a snapshot as people read it: JSON is laid out.
 * @param path - with or without the ending of compressed files
 */
export async function printable(path: string): Promise<string> {
  const text = (await readPlain(path).catch(() => readPlain(`${path}${COMPRESSED}`))).toString("utf8");
  return /\.json(\.gz)?$/.test(path) ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
}
