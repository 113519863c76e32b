import * as fc from "fast-check";
import type { ClientSetup, Setup } from "./world.ts";

const anyClient: fc.Arbitrary<ClientSetup> = fc.record({
  credentials: fc.constantFrom("object", "object", "function", "login", "none"),
  user: fc.constantFrom("anna", "anna", "bert"),
  reconcile: fc.constantFrom("auto", "auto", "auto", "off"),
  replay: fc.constantFrom("always", "always", "always", "idempotent", "never"),
  userChange: fc.constantFrom("stop", "stop", "follow"),
  keepAlive: fc.constantFrom(false, false, true),
  maxWaiters: fc.constantFrom(undefined, undefined, 1, 2),
  compare: fc.constantFrom("default", "default", "default", "throws"),
});

const service = {
  policy: fc.constantFrom("chain", "per-response", "stale-only"),
  position: fc.constantFrom("start", "end"),
  tokens: fc.constantFrom("opaque", "opaque", "ordinal"),
  seed: fc.nat(),
} as const;

/** Any two sessions. */
export const anySetup: fc.Arbitrary<Setup> = fc.record({
  ...service,
  dates: fc.constantFrom("none", "exact", "skewed"),
  store: fc.constantFrom("none", "silent", "watched", "watched"),
  clients: fc.tuple(anyClient, anyClient),
});

const calmClient: fc.Arbitrary<ClientSetup> = fc.record({
  credentials: fc.constantFrom("object", "function"),
  user: fc.constant("anna"),
  reconcile: fc.constant("auto"),
  replay: fc.constant("always"),
  userChange: fc.constantFrom("stop", "follow"),
  keepAlive: fc.boolean(),
  maxWaiters: fc.constant(undefined),
  compare: fc.constant("default"),
});

/** Tokens rotate with time, so that the one before is known everywhere. */
export const laggingSetup: fc.Arbitrary<Setup> = fc.record({
  ...service,
  policy: fc.constantFrom("chain", "stale-only"),
  dates: fc.constantFrom("none", "exact"),
  store: fc.constantFrom("none", "silent", "watched"),
  clients: fc.tuple(calmClient, calmClient),
});

/** Two sessions of one user, and everything works. */
export const calmSetup: fc.Arbitrary<Setup> = fc.record({
  ...service,
  dates: fc.constantFrom("none", "exact"),
  store: fc.constantFrom("none", "silent", "watched"),
  clients: fc.tuple(calmClient, calmClient),
});
