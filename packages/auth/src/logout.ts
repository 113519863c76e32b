import type { Core } from "./core.ts";
import { describeCall, discard } from "./outgoing.ts";
import { end } from "./token-state.ts";
import { within } from "./within.ts";

/** Ends the session: at once here, then in the store and at the service. `remote`: the service confirmed. */
export async function logout(core: Core): Promise<{ readonly remote: boolean }> {
  const { keeper } = core;
  // A session that nobody used yet may still be in the store.
  if (keeper && !core.sid) await within(core, keeper.pull).catch(() => undefined);
  const { token } = core;
  end(core, "here");
  const stored = keeper && within(core, keeper.flush).catch(() => undefined);
  const remote = Boolean(token) && (await within(core, (signal) => tell(core, token, signal)).catch(() => false));
  await stored;
  return { remote };
}

async function tell(core: Core, token: string | undefined, signal: AbortSignal): Promise<boolean> {
  const response = await describeCall(core, core.prefix + core.logoutPath, { method: "POST", signal }).send(token);
  discard(response);
  return response.ok;
}
