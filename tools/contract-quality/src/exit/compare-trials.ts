import { isDeepStrictEqual } from "node:util";
import { operations } from "@fleet-api/contract/operations";
import type { Played } from "./play.ts";
import type { Trial } from "./try-client.ts";

/** Whether every operation has a call site that sends what the contract says. @returns what is wrong, a line each */
export function missingCalls({ played }: Trial): string[] {
  return Object.values(operations).flatMap(({ id, verb, path }) => {
    const template = new RegExp(`^https://[^/]+/api/v1${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
    const { sent = [] }: Partial<Played> = played[id] ?? {};
    const [request] = sent;
    if (request === undefined) return [`${id} has no call site that sends anything`];
    return sent.length === 1 && request.method === verb && template.test(request.url)
      ? []
      : [`${id} sends ${sent.map(({ method, url }) => `${method} ${url}`).join(", ")}`];
  });
}

/** Where another client sends or reads something else than ours. @returns the differences, a line each */
export function differences(ours: Trial, other: Trial): string[] {
  return Object.entries(ours.played).flatMap(([site, expected]) => {
    const actual = other.played[site];
    return isDeepStrictEqual(actual, expected)
      ? []
      : [`${site}: ${JSON.stringify(actual)}\n  instead of ${JSON.stringify(expected)}`];
  });
}
