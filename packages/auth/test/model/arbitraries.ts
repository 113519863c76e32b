import * as fc from "fast-check";
import type { AuthEvent } from "../../src/index.ts";
import {
  abort,
  type Action,
  call,
  deliver,
  jump,
  listen,
  loseWrite,
  method,
  pass,
  passQuietly,
  reactions,
  restart,
  revoke,
  rotate,
  setPrompt,
  storeFault,
  storeHolds,
  wake,
} from "./actions.ts";
import { type CallSpec, faces, targets } from "./calls.ts";
import { isMethod, type MethodName, methods } from "./methods.ts";
import { type Outcome, outcomes } from "./responses.ts";
import type { ClientSetup, Prompt, Setup } from "./world.ts";

export const eventTypes = [
  "token",
  "logged_out",
  "login_required",
  "user_changed",
  "stale_dropped",
  "token_malformed",
  "scope_refused",
  "token_not_exposed",
  "tokens_refused",
  "login_backoff",
  "replay_skipped",
  "store_ignored",
  "store_error",
  "hook_error",
  "headers_too_large",
] as const satisfies readonly AuthEvent["type"][];

export const methodNames: readonly MethodName[] = Object.keys(methods).filter(isMethod);

const anyClient = fc.nat({ max: 1 });
const anyUser = fc.constantFrom("anna", "anna", "bert");
const anyMethod = fc.constantFrom(...methodNames);

const anyCall: fc.Arbitrary<Action> = fc
  .record({
    index: anyClient,
    target: fc.oneof({ weight: 2, arbitrary: fc.constant("get") }, fc.constantFrom(...targets)),
    face: fc.oneof({ weight: 2, arbitrary: fc.constant("fetch") }, fc.constantFrom(...faces)),
    abortable: fc.boolean(),
    user: anyUser,
  })
  .map(({ index, ...spec }) => call(index, spec));

const plainCall: fc.Arbitrary<Action> = fc
  .tuple(anyClient, fc.constantFrom("get", "post"), fc.constantFrom("fetch", "middleware"))
  .map(([index, target, face]) => call(index, { target, face, abortable: false, user: "anna" } satisfies CallSpec));

const methodCall = (names: fc.Arbitrary<MethodName>): fc.Arbitrary<Action> =>
  fc.tuple(anyClient, names, anyUser).map(([index, name, user]) => method(index, name, user));

const delivery = (outcome: fc.Arbitrary<Outcome>): fc.Arbitrary<Action> =>
  fc
    .tuple(outcome, fc.nat({ max: 5 }), fc.constantFrom(1, 2, 3, 3, 3))
    .map(([how, which, steps]) => deliver(how, which, steps));

const anyFault: fc.Arbitrary<Action> = fc
  .record({
    on: fc.constantFrom("read", "commit", "lock", "close"),
    kind: fc.constantFrom("fail", "fail_after", "hang", "dead", "slow", "late"),
  })
  .map(storeFault);

const anyReplacement: fc.Arbitrary<Action> = fc
  .constantFrom("nothing", "nothing", "newer_version", "other_service", "bad_token", "rewritten", "rewritten")
  .map(storeHolds);

const anyListener: fc.Arbitrary<Action> = fc
  .tuple(
    anyClient,
    fc.constantFrom(...eventTypes, "token", "logged_out"),
    fc.oneof({ weight: 3, arbitrary: anyMethod }, fc.constantFrom(...reactions)),
    anyUser,
  )
  .map(([index, on, does, user]) => listen(index, on, does, user));

const anyPrompt = fc.constantFrom<Prompt>("anna", "bert", "cancel", "throw", "hang", "call_back").map(setPrompt);

const weighed = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary });
const times = (make: (ms: number) => Action, ...ms: readonly number[]) => fc.constantFrom(...ms).map(make);

/** Everything that can happen. */
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  weighed(14, anyCall),
  weighed(10, delivery(fc.constant("ok"))),
  weighed(7, delivery(fc.constantFrom(...outcomes))),
  weighed(8, methodCall(anyMethod)),
  weighed(3, methodCall(fc.constantFrom("loginAs", "logout", "adopt", "adoptUnnamed", "acceptUser"))),
  weighed(4, times(pass, 300, 1_000, 4_000, 6_000, 11_000, 16_000)),
  weighed(1, times(pass, 70_000, 660_000, 26 * 3_600_000, 8 * 86_400_000)),
  weighed(3, anyListener),
  weighed(2, fc.nat({ max: 5 }).map(abort)),
  weighed(2, fc.constant(revoke)),
  weighed(2, fc.constant(rotate)),
  weighed(3, anyFault),
  weighed(1, fc.constant(loseWrite)),
  weighed(1, anyReplacement),
  weighed(1, anyPrompt),
  weighed(1, anyClient.map(restart)),
  weighed(1, anyClient.map(wake)),
  weighed(1, times(jump, 3_600_000, 86_400_000, -86_400_000)),
);

/** What happens where nothing goes wrong but that tokens become invalid. */
export const calmAction: fc.Arbitrary<Action> = fc.oneof(
  weighed(8, plainCall),
  weighed(10, delivery(fc.constant("ok"))),
  weighed(2, methodCall(fc.constantFrom("getToken", "refresh", "flush", "ready", "stats", "subscribe", "bind"))),
  weighed(1, times(passQuietly, 300, 1_000, 4_000, 11_000)),
  weighed(1, fc.constant(revoke)),
  weighed(1, fc.constant(rotate)),
);

/** What happens where nothing goes wrong, but one server does not know new tokens at once. */
export const laggingAction: fc.Arbitrary<Action> = fc.oneof(
  weighed(6, plainCall),
  weighed(6, delivery(fc.constant("ok"))),
  // A refusal that takes its time comes when the token before is no longer tried.
  weighed(
    4,
    fc.nat({ max: 5 }).map((which) => deliver("other_server", which)),
  ),
  weighed(2, times(pass, 300, 1_000, 2_000, 4_000)),
  weighed(1, methodCall(fc.constantFrom("getToken", "flush", "ready"))),
);

const waits = ["quiet", "quiet", "quiet", 0, 1, 2, 3, 5] as const;

/** Actions in the same turn, and how far things go before the next step: so many turns of promises, or until all is quiet. */
export const stepOf = (action: fc.Arbitrary<Action>) =>
  fc.record({
    actions: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(action) },
      { weight: 1, arbitrary: fc.array(action, { minLength: 2, maxLength: 4 }) },
    ),
    wait: fc.constantFrom(...waits),
  });

const anyClientSetup: fc.Arbitrary<ClientSetup> = fc.record({
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
  clients: fc.tuple(anyClientSetup, anyClientSetup),
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
