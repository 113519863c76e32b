import { createEvents, type Events } from "./events.ts";
import { settingsOf, type AuthOptions, type Settings } from "./options.ts";
import { platformOf, type Platform } from "./platform.ts";
import { createScope, type Scope } from "./scope.ts";
import { LoginState } from "./login-state.ts";
import { SessionState } from "./state.ts";
import type { TimeLimits } from "./time-limit.ts";

/** What all parts of one session share. */
export interface SessionContext {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly scope: Scope;
  readonly events: Events;
  readonly state: SessionState;
  readonly logins: LoginState;
  /** Aborted with the code `disposed` when the session is disposed. */
  readonly closed: AbortSignal;
  /** For work that ends with the session. */
  readonly limits: TimeLimits;
}

/** Throws `insecure_base_url` or `invalid_option`. */
export function createContext(options: AuthOptions, closed: AbortSignal): SessionContext {
  const platform = platformOf(options);
  const events = createEvents();
  const settings = settingsOf(options);
  return {
    settings,
    platform,
    scope: createScope(options),
    events,
    state: new SessionState(platform, events),
    logins: new LoginState(platform, events),
    closed,
    limits: { timers: platform.timers, timeoutMs: settings.timeoutMs, closed },
  };
}
