import { CallError } from "../errors/call-error.ts";
import { serializeHeader } from "./serialize-parameters.ts";

/** Headers as `fetch` takes them. Derived, because the name of that type is known in browsers only. */
export type HeadersInput = NonNullable<RequestInit["headers"]>;

/** Headers by lower-case name. */
export type HeaderRecord = Record<string, string>;

/** Header parameters and headers of one call; the latter win. */
export function callHeaders(
  parameters: Readonly<Record<string, unknown>> | undefined,
  headers: HeadersInput | undefined,
): HeaderRecord {
  const texts = Object.entries(parameters ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = serializeHeader(name, value);
    return text === undefined ? [] : [[name, text]];
  });
  return mergeHeaders(texts, headers);
}

/**
 * Headers in one, the later ones over the earlier ones; undefined and null are left out.
 * @throws CallError for a name or value that HTTP does not allow
 */
export function mergeHeaders(...all: (HeadersInput | undefined)[]): HeaderRecord {
  // Without a prototype, so that a header may have any name.
  const merged: HeaderRecord = Object.create(null);
  try {
    for (const each of all) {
      if (!each) continue;
      const given = Symbol.iterator in each ? each : Object.entries(each).filter(([, value]) => value != null);
      new Headers(given).forEach((value, name) => {
        merged[name] = value;
      });
    }
  } catch {
    // Without the platform's error: it quotes the value, which may be a token.
    throw new CallError("headers has a name or a value that HTTP does not allow");
  }
  return merged;
}
