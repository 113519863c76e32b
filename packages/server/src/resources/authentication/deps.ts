import type { PermissionCatalogue } from "../../access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Crypto } from "../../platform/crypto.ts";
import type { Integrations } from "../../platform/integrations.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { FailureBuckets, LoginThrottle, OneTimeTokens, Sessions } from "../../sessions/index.ts";
import type { Outbox } from "../../outbox.ts";

/** What the Authentication resource group works with. */
export interface AuthenticationDeps {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly oneTimeTokens: OneTimeTokens;
  /** Counts failed logins. */
  readonly loginThrottle: LoginThrottle;
  /** Counts reset requests: every one counts as a failure does at login. */
  readonly resetThrottle: LoginThrottle;
  /** Counts the messages with reset tokens by address. */
  readonly resetMails: FailureBuckets;
  readonly outbox: Outbox;
  readonly catalogue: PermissionCatalogue;
  readonly integrations: Integrations;
  /** Shared secret of the identity proof. */
  readonly monitorKey: string;
}
