import { type FieldItem, parseList } from "./structured-field.ts";

/** What a response says about one limit. */
export interface LimitReading {
  /** Name of the policy, with its partition key if it has one. */
  readonly policy: string;
  /** What may still be asked for until the reset; undefined when only the policy itself was told. */
  readonly remaining: number | undefined;
  /** Milliseconds until the quota is fresh again; undefined when the response does not say. */
  readonly resetMs: number | undefined;
  /** The whole quota of a window. */
  readonly limit: number | undefined;
  /** Length of the window in milliseconds. */
  readonly windowMs: number | undefined;
}

/**
 * Reads all limits of a response: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, from version
 * 08 on); else the headers of three that came before, with or without `X-`, as a policy named `default`.
 * `dateMs` is the present, in milliseconds since 1970.
 */
export function readLimits(headers: Headers, dateMs: number): LimitReading[] {
  const policies = new Map(parseList(headers.get("ratelimit-policy")).map((item) => [nameOf(item), item]));
  const current = new Map(parseList(headers.get("ratelimit")).map((item) => [nameOf(item), item]));
  const readings = [...new Set([...policies.keys(), ...current.keys()])].map((policy) => ({
    policy,
    remaining: count(current.get(policy)?.params.get("r")),
    resetMs: milliseconds(count(current.get(policy)?.params.get("t"))),
    limit: count(policies.get(policy)?.params.get("q")),
    windowMs: milliseconds(count(policies.get(policy)?.params.get("w"))),
  }));
  return readings.length > 0 ? readings : readOlder(headers, dateMs);
}

function readOlder(headers: Headers, dateMs: number): LimitReading[] {
  for (const prefix of ["ratelimit-", "x-ratelimit-"]) {
    const remaining = digits(headers.get(`${prefix}remaining`));
    if (remaining === undefined) continue;
    const reset = digits(headers.get(`${prefix}reset`));
    // Seconds from now, or, with some services, seconds since 1970: no window lasts for 30 years.
    const resetMs = reset !== undefined && reset > 1e9 ? Math.max(0, reset * 1000 - dateMs) : milliseconds(reset);
    const limit = digits(headers.get(`${prefix}limit`));
    return [{ policy: "default", remaining, resetMs, limit, windowMs: undefined }];
  }
  return [];
}

function nameOf({ value, params }: FieldItem): string {
  const partition = params.get("pk");
  return partition === undefined ? String(value) : `${String(value)};pk=${String(partition)}`;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Whole seconds or counts of the older headers, which may bring a window after the number: `100, 100;w=60`. */
function digits(text: string | null): number | undefined {
  const found = /^(\d{1,12})(?:[ \t]*[,;].*)?$/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
