import { AuthError } from "../../errors.ts";
import { memoryStore } from "../memory/memory-store.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { createClosable } from "../shared/closable.ts";
import { parseRecord } from "../shared/session-record.ts";

/** Attributes that the cookie must be set with. */
export interface CookieAttributes {
  readonly httpOnly: true;
  readonly secure: boolean;
  readonly sameSite: "lax" | "strict";
  readonly path: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** How a framework reads and writes one cookie of the request at hand. */
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

const defaultAttributes: CookieAttributes = {
  httpOnly: true,
  secure: true,
  sameSite: "lax",
  path: "/",
  // As long as a superseded token stays valid (source description, section 5).
  maxAge: 7 * 24 * 60 * 60,
};

/**
 * Bridges a session to an `httpOnly` cookie: make one per request, with one session, so that two users never meet.
 * The cookie is read once; later reads see this request's own commits. Two requests of one browser do not see each
 * other: compare-and-swap and the lock hold within the request, and the later response sets the cookie that stays.
 * The value is not encrypted: wrap the store in `encrypted()` if the browser's owner shall not see the token.
 *
 * Rejects with `store_corrupt` once for a cookie that is no record, and with `store_unavailable` for one too long.
 */
export function cookieStore(bridge: CookieBridge): TokenStore {
  const { attributes, maxBytes = 3_800 } = bridge;
  const memory = memoryStore();
  const closable = createClosable("the cookie store");
  let loading: Promise<void> | undefined;
  let told = false;

  const load = async (): Promise<void> => {
    const value = await bridge.get();
    if (!value) return;
    const record = parseRecord(fromCookie(value));
    if (record !== undefined) return void (await memory.commit(0, record));
    if (told) return;
    told = true;
    throw new AuthError("store_corrupt", "the session cookie holds no valid session and is passed over");
  };
  const loaded = async (): Promise<void> => {
    closable.assertOpen();
    loading ??= load();
    await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  const write = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    if (((await memory.read())?.rev ?? 0) !== expectedRev) return false;
    const value = toCookie(JSON.stringify(next));
    if (value.length > maxBytes) {
      throw new AuthError(
        "store_unavailable",
        `the session cookie would have ${value.length} of at most ${maxBytes} bytes`,
      );
    }
    await bridge.set(value, { ...defaultAttributes, ...attributes, httpOnly: true });
    return memory.commit(expectedRev, next);
  };

  return {
    async read() {
      await loaded();
      return memory.read();
    },
    async commit(expectedRev, next) {
      await loaded();
      // One after another, since setting a cookie may take a while.
      return memory.withLock("cookie", { timeoutMs: 0, signal: closable.signal }, () => write(expectedRev, next));
    },
    async withLock(name, options, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([options.signal, closable.signal]);
      return memory.withLock(`lock ${name}`, { ...options, signal }, work);
    },
    async close() {
      closable.close();
    },
  };
}

function toCookie(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary)
    .replace(/[+/]/g, (sign) => (sign === "+" ? "-" : "_"))
    .replace(/=+$/, "");
}

function fromCookie(value: string): string {
  try {
    const binary = atob(value.replace(/[-_]/g, (sign) => (sign === "-" ? "+" : "/")));
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}
