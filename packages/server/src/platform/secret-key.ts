import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import type { Random } from "./random.ts";

const KEY_BYTES = 32;

/**
 * The key of this service: the setting `secret_key`; else that of the data directory, made when it is missing; else one
 * for this process only.
 */
export function readSecretKey({ secret_key, database }: Config, random: Random): Uint8Array {
  if (secret_key !== null) return secret_key;
  if (database.kind !== "directory") return random.bytes(KEY_BYTES);
  const path = join(database.path, "secret.key");
  try {
    return Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const key = random.bytes(KEY_BYTES);
  writeFileSync(path, `${Buffer.from(key).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  return key;
}
