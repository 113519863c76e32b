import { parseTokenText } from "./bearer.ts";
import type { Core } from "./core.ts";
import { steadyTime } from "./platform.ts";
import { describeCall, discard, tokenOf } from "./outgoing.ts";
import { endPause, lengthen } from "./pause.ts";
import { pathOf } from "./scope.ts";
import { settle, stamp } from "./token-state.ts";
import { within } from "./within.ts";

/** Under steady load a quiet moment may never come; then ask after this time anyway. */
const patienceMs = 1_000;

/** Asks in the background which token is current, if that is unclear and the moment is quiet. Cheap; call after every answer. */
export function askWhenQuiet(core: Core): void {
  if (!core.ambiguous || core.asking) return;
  const now = steadyTime(core);
  core.unclearSince ??= now;
  const quiet = core.inFlight === 0 || now - core.unclearSince >= patienceMs;
  if (quiet && now >= core.askPause.until) void ask(core);
}

/** Asks now, or joins the question under way. Resolves to the answer, `undefined` when there was none. Never rejects. */
export function ask(core: Core): Promise<Response | undefined> {
  return (core.asking ??= within(core, (signal) => question(core, signal))
    .catch(() => lengthen(core.askPause, core))
    .finally(() => {
      core.asking = undefined;
      // Calls that overlapped with the question may have left the order open again.
      core.settled?.(core);
    }));
}

async function question(core: Core, signal: AbortSignal): Promise<Response> {
  core.count?.("reconciles");
  core.unclearSince = undefined;
  const asked = stamp(core, core.token);
  const url = core.prefix + (core.tokenPath ?? "/auth/token");
  const response = await describeCall(core, url, { signal }).send(asked.sent);
  // A header is newer than the body of the same answer.
  const token = tokenOf(core, response, url) ?? (await readBody(core, response, url));
  discard(response);
  if (token) {
    endPause(core.askPause);
    settle(core, token, asked);
  } else lengthen(core.askPause, core);
  return response;
}

/** `data.token` of the envelope, with or without the scheme. */
async function readBody(core: Core, response: Response, url: string): Promise<string | undefined> {
  if (!response.ok || pathOf(core, response.url || url) === undefined) return undefined;
  const body: { data?: { token?: unknown } } | null = await response.json();
  return parseTokenText(body?.data?.token);
}
