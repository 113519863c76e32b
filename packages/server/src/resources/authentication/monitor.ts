import type { components } from "@fleet-api/contract";
import type { AuthenticationDeps } from "./deps.ts";

/** A proof for the monitoring service that this is the user: an HMAC under the secret that both share. */
export function proveIdentity(
  deps: Pick<AuthenticationDeps, "clock" | "crypto" | "integrations" | "monitorKey">,
  userId: number,
): components["schemas"]["MonitorIdentity"] {
  const { provider } = deps.integrations.monitor;
  const user_id = String(userId);
  const issued_at = deps.clock.now().toISOString();
  const signature = deps.crypto.hmacHex(deps.monitorKey, [provider, user_id, issued_at].join("\n"));
  return { provider, user_id, signature, issued_at };
}
