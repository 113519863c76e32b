import { bearer } from "./bearer.ts";
import type { Core } from "./core.ts";
import { discard } from "./outgoing.ts";
import { end } from "./token-state.ts";
import { within } from "./within.ts";

/** Ends the session: at once here, then in the store and at the service. `remote`: the service confirmed. */
export async function logout(core: Core): Promise<{ readonly remote: boolean }> {
  const { keeper } = core;
  // A session that nobody used yet may still be in the store.
  if (keeper && !core.sid) await within(core, keeper.pull).catch(() => undefined);
  const { token } = core;
  end(core, "here");
  const told = token && within(core, (signal) => tell(core, token, signal));
  const [remote] = await Promise.allSettled([told, keeper && within(core, keeper.flush)]);
  return { remote: remote.status === "fulfilled" && remote.value === true };
}

async function tell(core: Core, token: string, signal: AbortSignal): Promise<boolean> {
  const headers = { authorization: bearer(token) };
  const response = await core.fetch(core.prefix + core.logoutPath, { method: "POST", headers, signal });
  discard(response);
  return response.ok;
}
