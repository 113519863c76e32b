import { readTokenText } from "./bearer.ts";
import type { Part } from "./core.ts";
import { replaceSession, shareFlight } from "./flight.ts";
import type { Fetch } from "./outgoing.ts";

/** What a function that gets tokens is given. */
export interface RenewContext {
  /** Aborted after `loginTimeoutMs`, when another login or a logout supersedes this one, and when the session is disposed. */
  readonly signal: AbortSignal;
  /** The session's transport, without the session: calls through it carry no token. */
  readonly fetch: Fetch;
}

/**
 * Gets tokens by a function of yours, once for all calls that need one. It returns an access token, with or without
 * `bearer `; what it throws is what these calls are answered with, and the next one tries again: there are no pauses.
 *
 * @example
 * createSession({ baseUrl, parts: [renewWith(async () => (await askTheUser()).accessToken)] });
 */
export function renewWith(getToken: (context: RenewContext) => Promise<string>): Part {
  return (core) => {
    shareFlight(core, (attempt, signal) => {
      const get = async (): Promise<string> => readTokenText(await getToken({ signal, fetch: core.fetch }));
      // The session belongs to the user that the function logs in.
      return replaceSession(core, get, signal, attempt, "own");
    });
  };
}
