import type { CallInput } from "../transport/transport.ts";
import { isSecretName } from "./redact.ts";

/** How far the input is looked through. */
const most = { items: 100, depth: 6 };

/**
 * The secrets that a call itself holds, to be left out wherever else they turn up: a service may quote a password in a
 * detail. Those of up to three characters are not among them: they would turn up everywhere.
 */
export function ownSecrets({ path, query, body }: CallInput): string[] {
  const secrets = new Set<string>();
  for (const part of [path, query, body]) collect("", part, secrets, 0);
  return [...secrets];
}

function collect(name: string, value: unknown, into: Set<string>, depth: number): void {
  if (typeof value === "object" && value !== null) {
    if (depth >= most.depth) return;
    // Items of a list stand under the name of the list.
    const list = Array.isArray(value);
    const entries: [string, unknown][] = Object.entries(list ? value.slice(0, most.items) : value);
    for (const [key, each] of entries) collect(list ? name : key, each, into, depth + 1);
  } else if (/string|number|bigint/.test(typeof value) && isSecretName(name) && String(value).length > 3) {
    const text = String(value);
    into.add(text);
    // As it stands in a path or a query. A text that is not well-formed is refused before it is sent.
    if (!/\p{Surrogate}/u.test(text)) into.add(encodeURIComponent(text));
  }
}
