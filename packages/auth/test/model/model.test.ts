import { byTier } from "@fleet-api-tools/test-tier";
import { describe, expect, test } from "vitest";
import type { AuthEvent } from "../../src/index.ts";
import {
  type Action,
  call,
  deliver,
  listen,
  method,
  reactions,
  revoke,
  rotate,
  storeFault,
  storeHolds,
} from "./actions.ts";
import { eventTypes, methodNames } from "./arbitraries.ts";
import { checkModel } from "./check-model.ts";
import { play, Step } from "./run.ts";
import type { ClientSetup, Setup } from "./world.ts";

// A fixed seed: a run that fails here fails everywhere. `pnpm model` plays other ones.
const seed = 1;

test("what is guaranteed holds for two sessions, whatever happens at any moment", async () => {
  await expect(checkModel("wild", byTier(500, 8_000), seed)).resolves.toBeUndefined();
});

test("where only tokens become invalid, every call succeeds with one login each time", async () => {
  await expect(checkModel("calm", byTier(100, 1_500), seed)).resolves.toBeUndefined();
});

test("where a server does not know new tokens at once, every call succeeds without a login", async () => {
  await expect(checkModel("lagging", byTier(100, 1_000), seed)).resolves.toBeUndefined();
});

const get = call(0, { target: "get", face: "fetch", abortable: false, user: "anna" });

/** What leads to each event, and what the session must be like for it. */
const provoked: Record<
  AuthEvent["type"],
  { readonly steps: readonly Action[]; readonly options?: Partial<ClientSetup> }
> = {
  token: { steps: [method(0, "adopt")] },
  logged_out: { steps: [method(0, "adopt"), method(0, "logout")] },
  login_required: { steps: [get], options: { credentials: "none" } },
  user_changed: { steps: [method(0, "adopt"), method(0, "adopt", "bert")] },
  stale_dropped: { steps: [method(0, "adopt"), get, method(0, "adopt", "bert"), deliver("ok")] },
  token_malformed: { steps: [method(0, "adopt"), get, deliver("malformed")] },
  scope_refused: { steps: [method(0, "adopt"), get, deliver("redirected_outside")] },
  token_not_exposed: { steps: [method(0, "adopt"), rotate, method(0, "refresh"), deliver("hidden")] },
  headers_too_large: { steps: [method(0, "adopt"), get, deliver("headers_too_large")] },
  tokens_refused: { steps: [get, deliver("ok"), revoke, deliver("ok"), deliver("ok")] },
  login_backoff: { steps: [get, deliver("unavailable")] },
  replay_skipped: {
    steps: [method(0, "adopt"), revoke, get, deliver("ok"), deliver("ok")],
    options: { replay: "never" },
  },
  store_ignored: { steps: [storeHolds("newer_version"), method(0, "ready")] },
  store_error: { steps: [storeFault({ on: "read", kind: "fail" }), method(0, "ready")] },
  hook_error: { steps: [listen(0, "token", "throw"), method(0, "adopt")] },
};

const client: ClientSetup = {
  credentials: "object",
  user: "anna",
  reconcile: "auto",
  replay: "always",
  userChange: "stop",
  keepAlive: true,
  maxWaiters: undefined,
  compare: "default",
};

const setup: Omit<Setup, "clients"> = {
  policy: "per-response",
  position: "start",
  tokens: "opaque",
  dates: "exact",
  store: "watched",
  seed: 1,
};

test("every event is among those to which a listener of the model may listen", () => {
  expect(Object.keys(provoked).toSorted()).toEqual(eventTypes.toSorted());
});

describe.each(eventTypes)("a listener of %s that calls back", (type) => {
  test.each([...methodNames, ...reactions])("%s: no deadlock, no rejection that nobody handles", async (does) => {
    const { steps, options } = provoked[type];
    const all = [listen(0, type, does), ...steps].map((action) => new Step({ actions: [action], wait: "quiet" }));
    const { trace } = await play({ ...setup, clients: [{ ...client, ...options }, client] }, all, "wild");
    expect(trace.filter((line) => line.includes(`c0 listener of ${type}: ${does}`)).length).toBeGreaterThan(0);
  });
});

test("listeners that begin a session and end it, again and again: each end is told of after the session that it ended", async () => {
  const steps = [listen(0, "token", "adopt"), listen(0, "token", "logout"), method(0, "adopt")];
  const all = steps.map((action) => new Step({ actions: [action], wait: "quiet" }));
  const { clients } = await play({ ...setup, clients: [client, client] }, all, "wild");
  const told = clients[0]?.events.map(({ type }) => type).filter((type) => type === "token" || type === "logged_out");
  expect(told?.slice(0, 5)).toEqual(["token", "token", "logged_out", "token", "logged_out"]);
});
