import * as fc from "fast-check";
import { isAuthError, type AuthErrorCode } from "../../src/index.ts";
import { settle } from "../support/deferred.ts";
import type { Action } from "./actions.ts";
import { checkCalm, checkEnd, checkGone, checkProbe, checkQuiet, checkSame, checkTimers } from "./checks.ts";
import { openClient } from "./client.ts";
import { invoke, type MethodName } from "./methods.ts";
import { pass, quiet } from "./promises.ts";
import { baseUrl, createWorld, note, violate, type Client, type Setup, type World } from "./world.ts";

/** One command: actions in the same turn, and how far things go before the next one. */
export class Step implements fc.AsyncCommand<object, World> {
  readonly #actions: readonly Action[];
  readonly #wait: "quiet" | number;

  constructor({ actions, wait }: { actions: readonly Action[]; wait: "quiet" | number }) {
    this.#actions = actions;
    this.#wait = wait;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, world: World): Promise<void> {
    note(world, `-- ${this.toString()}`);
    for (const action of this.#actions) await action.run(world);
    if (this.#wait === "quiet") {
      await settle();
      checkQuiet(world);
    } else {
      for (let turn = 0; turn < this.#wait; turn++) await undefined;
    }
    report(world);
  }

  toString(): string {
    const wait = this.#wait === "quiet" ? "" : ` (${this.#wait} turns)`;
    return this.#actions.map(({ text }) => text).join(" + ") + wait;
  }
}

/** Fails with what went wrong, and what happened until then. */
function report(world: World): void {
  if (world.violations.length > 0) {
    throw new Error(`${world.violations.join("\n")}\n\nWhat happened:\n${world.trace.slice(-150).join("\n")}`);
  }
}

/** What can happen in a run. */
export type RunKind = "wild" | "calm" | "lagging";

/** Plays a run to its end. */
export async function play(
  setup: Setup,
  commands: Iterable<fc.AsyncCommand<object, World>>,
  kind: RunKind,
): Promise<World> {
  const world = createWorld(setup);
  const rejected = (reason: unknown): void => {
    violate(world, `a rejection that nobody handles: ${reason instanceof Error ? reason.stack : String(reason)}`);
  };
  process.on("unhandledRejection", rejected);
  process.on("uncaughtException", rejected);
  try {
    for (const index of [0, 1]) openClient(world, index);
    if (kind === "lagging") await adoptOld(world);
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    await finish(world, kind);
    report(world);
    return world;
  } finally {
    process.off("unhandledRejection", rejected);
    process.off("uncaughtException", rejected);
  }
}

/** Both sessions hold a token that every server knows; the same one, if they share a store. */
async function adoptOld(world: World): Promise<void> {
  for (const client of world.clients) {
    invoke(world, client, client.index === 0 || world.setup.store === "none" ? "adopt" : "ready", "anna");
    await quiet(world);
  }
  await pass(world, 60_000);
}

/** Everything works again: delivers all responses and lets the time of every backoff pass. */
async function finish(world: World, kind: RunKind): Promise<void> {
  world.store.heal();
  world.isWell = true;
  for (const { state } of world.clients) state.callbacks = 0;
  world.prompt = undefined;
  await quiet(world);
  if (kind !== "wild") {
    await pass(world, 16_000);
    checkCalm(world, kind === "lagging");
    checkEnd(world);
  }
  // The longest time of a login, and then the longest backoff; once more for those that the store tells of.
  await pass(world, 16_000, 16_000, 700_000);
  for (let round = 0; round < 3; round++) await onAll(world, "ready", "flush");
  await pass(world, 700_000);
  await onAll(world, "flush");
  checkEnd(world);
  checkQuiet(world);
  report(world);
  for (const client of open(world)) {
    let outcome = await probe(world, client.session.fetch);
    // The session was renewed as the user whom the options name; a call of the one before is not repeated as that user.
    const isRefused = outcome === 401 && client.setup.replay === "never";
    if (isRefused || outcome === "session_replaced") outcome = await probe(world, client.session.fetch);
    if (!client.state.isDisposed) checkProbe(world, client, outcome);
  }
  for (let round = 0; round < 3; round++) await onAll(world, "ready", "flush");
  checkSame(world);
  report(world);
  let commits = "";
  for (let round = 0; round < 3; round++) {
    commits = commitsOf(world);
    await onAll(world, "flush");
  }
  if (commits !== commitsOf(world)) violate(world, "the store is written without a change");
  await onAll(world, "dispose");
  if (world.store.isHealthy()) checkTimers(world);
  await pass(world, 61_000);
  checkGone(world);
  checkEnd(world);
}

const open = ({ clients }: World): readonly Client[] => clients.filter(({ state }) => !state.isDisposed);

const commitsOf = ({ clients }: World): string => clients.map(({ use }) => use.commits).join();

/** Calls these methods of each session in turn, and waits until all is quiet. */
async function onAll(world: World, ...names: readonly MethodName[]): Promise<void> {
  for (const client of open(world)) {
    for (const name of names) invoke(world, client, name, "anna");
    await quiet(world);
  }
}

/** Sends one call and responds to whatever it leads to. */
async function probe(world: World, fetch: typeof globalThis.fetch): Promise<number | AuthErrorCode | undefined> {
  let outcome: number | AuthErrorCode | undefined;
  fetch(`${baseUrl}/probe`).then(
    (response) => {
      for (const one of world.responses) if (one.response === response) one.isHandedOver = true;
      outcome = response.status;
    },
    (error: unknown) => {
      if (isAuthError(error)) outcome = error.code;
      else violate(world, `a call after all is well fails: ${String(error)}`);
    },
  );
  await quiet(world);
  return outcome;
}
