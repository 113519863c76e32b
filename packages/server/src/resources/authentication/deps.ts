import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { PermissionCatalogue } from "../../access/index.ts";
import type { FailureBuckets, LoginThrottle, OneTimeTokens } from "../../sessions/index.ts";
import { createFailureBuckets, createLoginThrottle, createOneTimeTokens, resetLimits } from "../../sessions/index.ts";
import type { GroupParts } from "../group.ts";

/** What the Authentication resource group works with. */
export interface AuthenticationDeps extends GroupParts {
  readonly oneTimeTokens: OneTimeTokens;
  /** Counts failed logins. */
  readonly loginThrottle: LoginThrottle;
  /** Counts reset requests: every one counts as a failure does at login. */
  readonly resetThrottle: LoginThrottle;
  /** Counts the messages with reset tokens by address. */
  readonly resetMails: FailureBuckets;
  readonly catalogue: PermissionCatalogue;
  /** Shared secret of the identity proof. */
  readonly monitorKey: string;
}

/** Makes what the group keeps between requests. */
export function authenticationDeps(parts: GroupParts): AuthenticationDeps {
  const { clock, crypto, integrations, random } = parts;
  return {
    ...parts,
    oneTimeTokens: createOneTimeTokens(parts),
    loginThrottle: createLoginThrottle(parts),
    resetMails: createFailureBuckets(clock, { failures: 5, windowMs: 15 * 60_000 }),
    resetThrottle: createLoginThrottle({
      ...parts,
      limits: resetLimits,
      refusal: (retryAfterS) => `Too many requests to reset a password. Try again in ${retryAfterS} s.`,
    }),
    catalogue: permissionCatalogue,
    monitorKey: integrations.monitor.key ?? crypto.sha256Hex(String(random.bytes(32))),
  };
}
