/**
 * What `webStore` looks for in the page or worker. Everything may be missing, and the getters may throw, as they do
 * where the user, or a sandbox, denies storage. `globalThis` fits.
 */
export interface WebPlatform {
  readonly indexedDB?: IDBFactory | undefined;
  readonly localStorage?: Pick<Storage, "getItem" | "setItem"> | undefined;
  readonly navigator?: { readonly locks?: WebLocks | undefined } | undefined;
  readonly BroadcastChannel?: (new (name: string) => WebChannel) | undefined;
  readonly addEventListener?: ((type: string, listener: (event: Event) => void) => void) | undefined;
  readonly removeEventListener?: ((type: string, listener: (event: Event) => void) => void) | undefined;
}

/** The part of the Web Locks API that is used. */
export interface WebLocks {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T> | undefined;
}

/** The part of a BroadcastChannel that is used. */
export interface WebChannel {
  addEventListener(type: "message", listener: () => void): void;
  postMessage(message: unknown): void;
  close(): void;
}

/** A feature of the platform, or `undefined` where even looking at it is denied. */
export function featureOf<Name extends keyof WebPlatform>(platform: WebPlatform, name: Name): WebPlatform[Name] {
  try {
    return platform[name];
  } catch {
    return undefined;
  }
}

/** True for the errors by which a browser says that this page may not store anything, now or later. */
export function isDenied(error: unknown, platform: WebPlatform): boolean {
  if (!(error instanceof Error)) return false;
  if (["SecurityError", "InvalidStateError", "NotSupportedError"].includes(error.name)) return true;
  // For IndexedDB, Chromium names site data that the user blocks as it names a broken disk; localStorage tells.
  return error.name === "UnknownError" && isBlocked(platform);
}

function isBlocked(platform: WebPlatform): boolean {
  try {
    void platform.localStorage;
    return false;
  } catch {
    return true;
  }
}
