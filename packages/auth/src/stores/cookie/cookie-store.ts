/**
 * A store in a cookie, for rendering on a server: one store for each request.
 *
 * @module
 */
import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { createLocks } from "../memory/memory-store.ts";
import { fromBase64Url, toBase64Url } from "../shared/base64url.ts";
import { createClosable } from "../shared/closable.ts";
import { mayReplace, newerRecord, parseStored, type StoredValue } from "../../session-record.ts";

/** Attributes that the cookie must be set with. */
export interface CookieAttributes {
  readonly httpOnly: true;
  readonly secure: boolean;
  readonly sameSite: "lax" | "strict";
  readonly path: string;
  /** Whole seconds. */
  readonly maxAge: number;
}

/** How a framework reads and writes one cookie of the current request. */
export interface CookieBridge {
  /** The cookie's value, or nothing if the request has none. */
  get(): string | null | undefined | Promise<string | null | undefined>;
  /**
   * Sets the cookie on the response. The value needs no encoding (RFC 6265 `cookie-octet`). Throw if the headers have
   * been sent: the session then reports `store_error` and the browser keeps the superseded token, good for 7 more days.
   */
  set(value: string, attributes: CookieAttributes): void | Promise<void>;
  /** Changes to the attributes: `secure: false` for development without TLS, or a narrower `path`. */
  readonly attributes?: Partial<Omit<CookieAttributes, "httpOnly">>;
  /** Longest value, in bytes. Default 3 800: browsers keep 4 096 for name, value and attributes together. */
  readonly maxBytes?: number;
}

/** As long as a superseded token stays valid (source description, section 5). */
const weekInSeconds = 7 * 24 * 60 * 60;

/**
 * Bridges a session to an `httpOnly` cookie: make one per request, with one session, so that two users never meet.
 * The cookie is read once; later reads see this request's own commits. Two requests of one browser do not see each
 * other: compare-and-swap and the lock hold within the request, and the later response sets the cookie that stays.
 * The value is not encrypted: wrap the store in `encrypted()` if the browser's owner must not see the token.
 *
 * Rejects with `store_corrupt` once for a cookie that is no record, with `store_newer` for one of a later version, with `store_unavailable` for a record that is too
 * long, with `store_closed` after `close()`, and with what `get` and `set` throw. Throws `invalid_option`.
 */
export function cookieStore(bridge: CookieBridge): TokenStore {
  const { maxBytes = 3_800 } = bridge;
  const attributes = attributesOf(bridge);
  const locks = createLocks();
  const closable = createClosable("cookie store");
  /** What the request's cookie holds, or what this request has set since. */
  let stored: StoredValue | { readonly kind: "none" } = { kind: "none" };
  let loading: Promise<void> | undefined;
  let reported = false;

  const load = async (): Promise<void> => {
    const value = await bridge.get();
    if (!value) return;
    stored = parseStored(decode(value));
    if (stored.kind !== "corrupt" || reported) return;
    reported = true;
    throw new AuthError("store_corrupt", "the session cookie holds no valid session and is ignored");
  };
  const loaded = async (): Promise<void> => {
    loading ??= load();
    await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  const write = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    if (!mayReplace(stored, expectedRev, next)) return false;
    const value = encode(next);
    if (value.length > maxBytes) {
      throw new AuthError(
        "store_unavailable",
        `the session cookie would have ${value.length} bytes; at most ${maxBytes} fit`,
      );
    }
    await bridge.set(value, attributes);
    stored = parseStored(decode(value));
    return true;
  };

  return {
    read: () =>
      closable.run(async () => {
        await loaded();
        if (stored.kind === "newer") throw newerRecord("the session cookie");
        return stored.kind === "record" ? structuredClone(stored.record) : undefined;
      }),
    commit: (expectedRev, next) =>
      closable.run(async () => {
        await loaded();
        // One after another, since setting a cookie may take a while.
        const wait = { timeoutMs: Infinity, signal: closable.signal };
        return locks.withLock("cookie", wait, () => write(expectedRev, next));
      }),
    withLock: (name, wait, work) =>
      closable.withSignal(wait.signal, (signal) => locks.withLock(`lock ${name}`, { ...wait, signal }, work)),
    close: closable.close,
  };
}

/** An attribute that is given as `undefined` keeps its default: a cookie must not lose `secure` that way. */
function attributesOf({ attributes = {} }: CookieBridge): CookieAttributes {
  const { secure = true, sameSite = "lax", path = "/", maxAge = weekInSeconds } = attributes;
  checkMs("attributes.maxAge", maxAge);
  if (Number.isInteger(maxAge)) return { httpOnly: true, secure, sameSite, path, maxAge };
  throw new AuthError("invalid_option", `attributes.maxAge: use whole seconds, not ${maxAge}`);
}

function encode(record: SessionRecord): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(record)));
}

function decode(value: string): string {
  try {
    return new TextDecoder().decode(fromBase64Url(value));
  } catch {
    return "";
  }
}
