import { defaultOptionalOperations, type AuthOptions, type Compare, type WakeSource } from "./auth-options.ts";
import {
  checkBaseUrl,
  checkChoice,
  checkCount,
  checkCredentials,
  checkFunction,
  checkMs,
  checkName,
  checkOperations,
  checkPath,
  checkShare,
  checkStore,
} from "./checks.ts";

/** Checked options that the parts of a session share. */
export interface Settings extends Pick<AuthOptions, "credentials" | "login"> {
  /** Origin and path of the base URL, without a slash at the end. */
  readonly prefix: string;
  readonly loginUrl: string;
  readonly tokenUrl: string;
  readonly logoutUrl: string;
  /** Matches `GET /path` of operations with optional authentication. */
  readonly optionalOperations: RegExp;
  readonly compare: Compare | undefined;
  readonly timeoutMs: number;
  /** Names the service in the store. */
  readonly serviceId: string;
  readonly storeTimeoutMs: number;
  readonly maxWaiters: number;
  readonly keepAlive: KeepAliveSettings | undefined;
  readonly reconcile: "auto" | "off";
  readonly replay: "always" | "idempotent" | "never";
  readonly userChange: "stop" | "follow";
}

/** Checked options of keep-alive. */
export interface KeepAliveSettings {
  readonly everyMs: number;
  readonly jitter: number;
  readonly wakes: WakeSource;
}

const day = 86_400_000;

/** The one place where the options of a session are checked. Throws `insecure_base_url` or `invalid_option`. */
export function settingsOf(options: AuthOptions): Settings {
  const { timeoutMs = 15_000, maxWaiters = Infinity, optionalOperations = defaultOptionalOperations } = options;
  const { loginPath = "/auth/login", tokenPath = "/auth/token", logoutPath = "/auth/logout" } = options;
  const prefix = checkBaseUrl("baseUrl", options.baseUrl, options.allowInsecure);
  checkMs("timeoutMs", timeoutMs);
  const { serviceId = normalizeEncoding(prefix), storeTimeoutMs = Math.min(6_000, timeoutMs * 0.4) } = options;
  for (const option of ["compare", "fetch", "login", "newId", "random"] as const)
    checkFunction(option, options[option]);
  checkStore("store", options.store);
  return {
    prefix,
    loginUrl: checkPath("loginPath", loginPath, prefix),
    tokenUrl: checkPath("tokenPath", tokenPath, prefix),
    logoutUrl: checkPath("logoutPath", logoutPath, prefix),
    optionalOperations: checkOperations("optionalOperations", optionalOperations),
    credentials: checkCredentials("credentials", options.credentials),
    login: options.login,
    compare: options.compare,
    timeoutMs,
    serviceId: checkName("serviceId", serviceId),
    storeTimeoutMs: checkMs("storeTimeoutMs", storeTimeoutMs),
    maxWaiters: checkCount("maxWaiters", maxWaiters),
    keepAlive: keepAliveSettings(options.keepAlive),
    reconcile: checkChoice("reconcile", options.reconcile, ["auto", "off"]),
    replay: checkChoice("replay", options.replay, ["always", "idempotent", "never"]),
    userChange: checkChoice("userChange", options.userChange, ["stop", "follow"]),
  };
}

/** A URL whose percent-encoding is normalised (RFC 3986, sections 6.2.2.1 and 6.2.2.2). */
function normalizeEncoding(url: string): string {
  return url.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

function keepAliveSettings(option: AuthOptions["keepAlive"]): KeepAliveSettings | undefined {
  if (!option) return undefined;
  const { everyMs = day, jitter = 0.5, wakes = globalThis } = option === true ? {} : option;
  return {
    everyMs: checkMs("keepAlive.everyMs", everyMs, 3 * day),
    jitter: checkShare("keepAlive.jitter", jitter),
    wakes,
  };
}
