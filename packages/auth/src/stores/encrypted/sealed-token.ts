import { AuthError } from "../../errors.ts";
import type { SessionRecord } from "../../store/token-store.ts";
import { fromBase64Url, toBase64Url } from "../shared/base64url.ts";
import { randomBytes } from "../shared/runtime.ts";

/** A key of the Web Cryptography API. Derived, because the name of that type is known in browsers only. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Keys by name, ready for use. */
export type Keys = ReadonlyMap<string, WebKey>;

const prefix = "enc1";
const nonceLength = 12;
const sealedToken = /^enc1\.([^.]+)\.([\w-]+)$/;

/** Whether a stored token is an encrypted one. `.` separates fields, so no key id contains it. */
export function isSealed(token: string): boolean {
  return sealedToken.test(token);
}

/** Encrypts the record's token: `enc1.<key id>.<nonce and ciphertext, base64url>`. A logout has no token and stays as it is. */
export async function seal(record: SessionRecord, id: string, key: WebKey): Promise<SessionRecord> {
  if (record.token === null) return record;
  const iv = randomBytes(nonceLength);
  const plain = new TextEncoder().encode(record.token);
  const cipher = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bindingOf(record, id) },
    key,
    plain,
  );
  return { ...record, token: `${prefix}.${id}.${toBase64Url(iv)}${toBase64Url(new Uint8Array(cipher))}` };
}

/** Decrypts. Rejects with `store_key`. */
export async function unseal(record: SessionRecord, keys: Keys): Promise<SessionRecord> {
  const { token } = record;
  if (token === null) return record;
  const [, id = "", sealed = ""] = sealedToken.exec(token) ?? [];
  const key = keys.get(id);
  if (key === undefined) {
    const what = id === "" ? "is not encrypted" : `needs the key "${id}", which was not given`;
    throw new AuthError("store_key", `the stored token ${what}`);
  }
  try {
    const [iv, data] = [fromBase64Url(sealed.slice(0, nonceText)), fromBase64Url(sealed.slice(nonceText))];
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: bindingOf(record, id) },
      key,
      data,
    );
    return { ...record, token: new TextDecoder().decode(plain) };
  } catch {
    throw new AuthError(
      "store_key",
      `the stored token does not open with the key "${id}": wrong key, or changed record`,
    );
  }
}

// Twelve bytes are sixteen characters exactly, so the length separates nonce and ciphertext.
const nonceText = (nonceLength / 3) * 4;

/** What the ciphertext is bound to: a token cannot be moved to another session or an earlier revision. */
function bindingOf({ v, sid, rev, user }: SessionRecord, id: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([prefix, id, v, sid, rev, user]));
}
