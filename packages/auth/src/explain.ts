import { skip, type Passage } from "./calls.ts";
import type { Core } from "./core.ts";
import { AuthError } from "./errors.ts";
import { ask } from "./reconcile.ts";

/**
 * What to tell of a call that failed. Where a platform keeps to the letter of the Fetch standard, a 401 to a stream is a
 * network error, because it cannot be repeated; then only a question tells that the token was refused.
 */
export async function explain(core: Core, passage: Passage, error: unknown): Promise<unknown> {
  const { kind, call } = passage;
  if (kind !== "ours" || call.replayable() || call.signal()?.aborted || (await ask(core))?.status !== 401) return error;
  await skip(core, passage);
  return new AuthError("replay_impossible", "cannot send a stream twice");
}
