/** Sends requests that fail, on any runtime: does the client tell a network failure from a mistake? */
import { createFleetClient, type FleetClientOptions } from "@fleet-api/client";

type Fetch = NonNullable<FleetClientOptions["fetch"]>;

/** A request that cannot succeed. */
export interface FailingRequest {
  readonly name: string;
  readonly url: string;
  /** Kind of the failure. */
  readonly expected: "network" | "unexpected";
}

/** Mistakes in the `fetch` of a caller: all are `unexpected`. */
export const mistakes: Readonly<Record<string, Fetch>> = {
  "invalid header": (url, init) => fetch(url, { ...init, headers: { accept: "a\nb" } }),
  "a bug": () => Promise.reject(new ReferenceError("tokne is not defined")),
  "no response": async () => undefined as never,
};

/** Sends all requests at once. Never rejects. @returns `kind attempts` of each, by name */
export async function sendFailingRequests(requests: readonly FailingRequest[]): Promise<Record<string, string>> {
  const fetches = requests.map(({ name, url }): [string, Fetch] => [name, (_url, init) => fetch(url, init)]);
  const outcomes = [...fetches, ...Object.entries(mistakes)].map(async ([name, send]) => {
    const result = await createFleetClient({ baseUrl: "http://127.0.0.1/api/v1", fetch: send }).tests.ping();
    return [name, result.ok ? "ok" : `${result.kind} ${result.meta.attempts}`];
  });
  return Object.fromEntries(await Promise.all(outcomes));
}
