import { createAuth } from "../../src/index.ts";
import { baseUrl } from "./fake-service.ts";

/** How events and snapshots name this token. */
export function fingerprintOf(token: string): string {
  const session = createAuth({ baseUrl });
  session.adopt(token);
  return session.snapshot().fingerprint ?? "";
}
