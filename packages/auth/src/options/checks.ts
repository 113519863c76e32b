/** One check for each kind of option. All throw `invalid_option`, with the option and what it must be. */
import { AuthError } from "../errors.ts";
import type { Credentials } from "./auth-options.ts";
import { parseUrl } from "../platform.ts";
import { longestMs } from "../time-limit.ts";

/** A time in milliseconds. */
export function checkMs(option: string, value: number, most = longestMs): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  throw invalidOption(option, `a number of milliseconds above 0 and at most ${most}`, value);
}

/** A positive whole number, or `Infinity`. */
export function checkCount(option: string, value: number): number {
  if (value === Infinity || (Number.isSafeInteger(value) && value > 0)) return value;
  throw invalidOption(option, "a positive whole number", value);
}

/** A number from 0 to 1. */
export function checkShare(option: string, value: number): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw invalidOption(option, "a number from 0 to 1", value);
}

/** A string that is not empty. */
export function checkName(option: string, value: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalidOption(option, "a string that is not empty", value);
}

/** One of these values; the first one for none. A wrong one would otherwise pass for the default. */
export function checkChoice<const Value extends string>(
  option: string,
  value: Value | undefined,
  choices: readonly [Value, ...Value[]],
): Value {
  if (value === undefined) return choices[0];
  if (choices.includes(value)) return value;
  throw invalidOption(option, `one of ${choices.join(", ")}`, value);
}

const loopback = /^(.*\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;

/** An absolute base address. Returns its origin and path, without a slash at the end. Throws `insecure_base_url`, too. */
export function checkBaseUrl(option: string, value: string, allowInsecure = false): string {
  const url = parseUrl(value);
  if (!url || !/^https?:..[^/@]+\//.test(url.href) || /[?#]/.test(url.href)) {
    throw invalidOption(option, "an absolute http(s) URL without user name, query and fragment", value);
  }
  if (url.protocol === "http:" && !allowInsecure && !loopback.test(url.hostname)) {
    throw new AuthError("insecure_base_url", `${option} must be https:, or set allowInsecure`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Segments without control characters, backslash, query and fragment; the first is no scheme and no user name. */
const plainPath = /^\/?[^\p{Cc}\\/?#:@]+(?:\/[^\p{Cc}\\/?#]+)*$/u;

/** `.` and `..`, also percent-encoded: URL parsers resolve them. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** A path below the prefix, with or without a slash at its start. Returns its URL. */
export function checkPath(option: string, value: string, prefix: string): string {
  if (typeof value === "string" && value === value.trim() && plainPath.test(value) && !dotSegment.test(value)) {
    return new URL(`${prefix}/${value.replace(/^\//, "")}`).href;
  }
  const must = "a path below baseUrl, such as /auth/login, without dot segments, query and fragment";
  throw invalidOption(option, must, value);
}

/** A list of operations. Returns what matches `GET /path` of each. */
export function checkOperations(
  option: string,
  value: readonly { readonly method: string; readonly path: string }[],
): RegExp {
  const wrong = (): AuthError =>
    invalidOption(option, 'a list such as [{ method: "GET", path: "/tests/ping" }]', value);
  if (!Array.isArray(value)) throw wrong();
  const patterns = value.map(({ method, path }) => {
    if (!/^[a-z]+$/i.test(method) || typeof path !== "string") throw wrong();
    const parts = path.replace(/^\//, "").split(/\{[^{}]*\}/);
    try {
      const text = parts.map((part) => encodeURI(decodeURI(part)).replace(/[^\w/]/g, "\\$&")).join("[^/]+");
      return `${method.toUpperCase()} /${text}`;
    } catch {
      // Its percent-encoding is broken.
      throw wrong();
    }
  });
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

/** A function, or nothing. */
export function checkFunction<Value>(option: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  throw invalidOption(option, "a function", value);
}

/** User name and password, a function that gets them, or nothing. */
export function checkCredentials<Value>(option: string, value: Value): Value {
  if (value === undefined || typeof value === "function") return value;
  const problem = describeCredentials(value, true);
  if (problem === undefined) return value;
  throw new AuthError("invalid_option", `${option} must be { username, password } or a function; ${problem}`);
}

/** What `login()` is given, user name and password, or nothing: a copy, as a form may change while the login is under way. */
export function checkLoginArgument(value: Credentials | undefined): Credentials | undefined {
  const problem = value === undefined ? undefined : describeCredentials(value, true);
  if (problem === undefined) return value && copyCredentials(value);
  throw new AuthError("invalid_option", `login() takes { username, password } or nothing; ${problem}`);
}

/** Credentials as they are now, with what else an application gives its `login` function. */
export function copyCredentials(given: Credentials): Credentials {
  // They may be getters of a class.
  return { ...given, username: given.username, password: given.password };
}

/** What is wrong with credentials, without a secret; `undefined` if nothing is. */
export function describeCredentials(value: unknown, needsPassword: boolean): string | undefined {
  if (typeof value !== "object" || value === null)
    return `it is ${value === null ? "null" : `of type ${typeof value}`}`;
  const { username, password }: { username?: unknown; password?: unknown } = value;
  if (typeof username !== "string") return `username is of type ${typeof username}`;
  if (username === "") return "username is empty";
  return needsPassword && typeof password !== "string" ? `password is of type ${typeof password}` : undefined;
}

/** A store, or nothing. */
export function checkStore<Value>(option: string, value: Value): Value {
  if (value === undefined) return value;
  const store: Partial<Record<"read" | "commit" | "withLock", unknown>> = Object(value);
  const missing = (["read", "commit", "withLock"] as const).find((name) => typeof store[name] !== "function");
  if (missing === undefined) return value;
  if (typeof value !== "object" || value === null)
    throw invalidOption(option, "a TokenStore such as memoryStore()", value);
  throw new AuthError("invalid_option", `${option} must be a TokenStore such as memoryStore(); it has no ${missing}()`);
}

/** The value only of a number, else its type, because it may be a secret. */
function invalidOption(option: string, must: string, value: unknown): AuthError {
  const found = typeof value === "number" ? String(value) : `of type ${typeof value}`;
  return new AuthError("invalid_option", `${option} must be ${must}; it is ${found}`);
}
