import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { SessionRecord } from "../../store/token-store.ts";
import { isSessionRecord } from "../shared/session-record.ts";
import { assertPrivate, ignore } from "./private-file.ts";

/** What a file turned out to hold. `corrupt`: anything that this version did not write in full. */
export type FileContent =
  | { readonly kind: "none" }
  | { readonly kind: "corrupt" }
  | { readonly kind: "record"; readonly record: SessionRecord };

/** Reads a record file. Rejects with `insecure_permissions`, or with the system's error if it cannot be read. */
export async function readRecordFile(path: string): Promise<FileContent> {
  const handle = await open(path, "r").catch(ignore("ENOENT"));
  if (handle === undefined) return { kind: "none" };
  try {
    assertPrivate(path, await handle.stat());
    return decode(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}

/** The text of a record file: the record, and a checksum that tells a torn or edited file from a whole one. */
export function encode(record: SessionRecord): string {
  return `${JSON.stringify({ sha256: checksum(record), record })}\n`;
}

function decode(text: string): FileContent {
  try {
    const { sha256, record }: { sha256?: unknown; record?: unknown } = Object(JSON.parse(text));
    if (isSessionRecord(record) && sha256 === checksum(record)) return { kind: "record", record };
  } catch {
    // Falls through: text that is not JSON is no record either.
  }
  return { kind: "corrupt" };
}

// A text that JSON.stringify wrote comes out the same when it is parsed and written again.
function checksum(record: object): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}
