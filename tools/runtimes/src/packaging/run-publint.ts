import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { PackedPackage } from "../packed/packed-package.ts";

/** What publint says about a tarball, its suggestions included. */
export async function runPublint({ bytes }: Pick<PackedPackage, "bytes">): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}
