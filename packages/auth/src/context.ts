import { CredentialSource } from "./credentials.ts";
import { createEvents, type Events } from "./events.ts";
import type { AuthOptions } from "./options/auth-options.ts";
import { settingsOf, type Settings } from "./options/settings.ts";
import { platformOf, type Platform } from "./platform.ts";
import { createScope, type Scope } from "./scope.ts";
import { LoginState } from "./state/login-state.ts";
import { SessionState } from "./state/session-state.ts";
import type { InFlightLimits } from "./in-flight.ts";
import type { TimeLimits } from "./time-limit.ts";

/** What all parts of one session share. */
export interface SessionContext {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly scope: Scope;
  readonly events: Events;
  readonly state: SessionState;
  readonly logins: LoginState;
  readonly credentials: CredentialSource;
  /** Aborted with the code `disposed` when the session is disposed. */
  readonly closed: AbortSignal;
  /** For work that ends with the session. */
  readonly limits: TimeLimits & InFlightLimits;
}

/** Throws `insecure_base_url` or `invalid_option`. */
export function createContext(options: AuthOptions, closed: AbortSignal): SessionContext {
  const settings = settingsOf(options);
  const platform = platformOf(options);
  const events = createEvents();
  const limits = { timers: platform.timers, steady: platform.steady, timeoutMs: settings.timeoutMs, closed };
  return {
    settings,
    platform,
    scope: createScope(settings),
    events,
    state: new SessionState(platform, events),
    logins: new LoginState(platform, events),
    credentials: new CredentialSource(settings.credentials, limits),
    closed,
    limits,
  };
}
