import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./config.ts";
import type { Random } from "./random.ts";

const KEY_BYTES = 32;
const fileName = "secret.key";

/**
 * The key of this service: the setting `secret_key`; else that of the data directory, made when it is missing; else one
 * for this process only.
 * @throws ConfigError for a file that holds no key, and for one that cannot be read or written
 */
export function readSecretKey({ secret_key, database }: Config, random: Random): Uint8Array {
  if (secret_key !== null) return secret_key;
  if (database.kind !== "directory") return random.bytes(KEY_BYTES);
  const path = join(database.path, fileName);
  try {
    return readKey(path) ?? makeKey(path, random);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const cause = `the file ${path} cannot be read or written (${String(error.code)})`;
    throw new ConfigError("secret_key", `${cause}. Correct that, or set secret_key.`);
  }
}

function readKey(path: string): Uint8Array | null {
  let text: string;
  try {
    // Reading a pipe would wait for a writer.
    text = statSync(path).isFile() ? readFileSync(path, "utf8").trim() : "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const key = /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url") : Buffer.alloc(0);
  if (key.length >= KEY_BYTES) return new Uint8Array(key);
  throw new ConfigError(
    "secret_key",
    `the file ${path} holds no key of ${KEY_BYTES} bytes. Restore it, or remove it: messages that wait are lost then.`,
  );
}

/** Linked into place when it is complete, so that a crash leaves no half key and another process no second one. */
function makeKey(path: string, random: Random): Uint8Array {
  const key = random.bytes(KEY_BYTES);
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, `${Buffer.from(key).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(temporary, path);
    return key;
  } catch (error) {
    const made = error instanceof Error && "code" in error && error.code === "EEXIST" ? readKey(path) : null;
    if (made === null) throw error;
    return made;
  } finally {
    rmSync(temporary, { force: true });
  }
}
