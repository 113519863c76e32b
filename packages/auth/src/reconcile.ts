import { bearer, parseTokenText } from "./bearer.ts";
import type { Core } from "./core.ts";
import { steadyTime } from "./options.ts";
import { discard, tokenOf } from "./outgoing.ts";
import { endPause, lengthen } from "./pause.ts";
import { pathOf } from "./scope.ts";
import { settle, stamp } from "./token-state.ts";
import { within } from "./within.ts";

/** Under steady load a quiet moment may never come; then ask after this time anyway. */
const patienceMs = 1_000;

/** Asks in the background which token is current, if that is unclear and the moment is quiet. Cheap; call after every answer. */
export function reconcile(core: Core): void {
  if (!core.ambiguous || core.reconcile === "off" || core.asking) return;
  const now = steadyTime(core);
  core.unclearSince ??= now;
  const quiet = core.inFlight === 0 || now - core.unclearSince >= patienceMs;
  if (quiet && now >= core.askPause.until) void ask(core);
}

/** Asks now, or joins the question under way. Resolves to the status of the answer, 0 when there was none. Never rejects. */
export function ask(core: Core): Promise<number> {
  return (core.asking ??= within(core, (signal) => question(core, signal))
    .catch(() => {
      lengthen(core.askPause, core);
      return 0;
    })
    .finally(() => {
      core.asking = undefined;
      // Calls that overlapped with the question may have left the order open again.
      reconcile(core);
    }));
}

/** Resolves when no question is under way. */
export async function answered(core: Core): Promise<void> {
  // One question may lead to the next.
  while (core.asking) await core.asking;
}

async function question(core: Core, signal: AbortSignal): Promise<number> {
  core.counters.reconciles++;
  core.unclearSince = undefined;
  const asked = stamp(core, core.token);
  const url = core.prefix + core.tokenPath;
  const headers = { authorization: bearer(asked.sent ?? "") };
  const response = await core.fetch(url, { headers, signal });
  // A header is newer than the body of the same answer.
  const token = tokenOf(core, response, url) ?? (await readBody(core, response, url));
  discard(response);
  if (token) {
    endPause(core.askPause);
    settle(core, token, asked);
  } else lengthen(core.askPause, core);
  return response.status;
}

/** `data.token` of the envelope, with or without the scheme. */
async function readBody(core: Core, response: Response, url: string): Promise<string | undefined> {
  if (!response.ok || pathOf(core, response.url || url) === undefined) return undefined;
  const body: { data?: { token?: unknown } } | null = await response.json();
  return parseTokenText(body?.data?.token);
}
