import type { AuthEvent } from "../../src/index.ts";
import type { Outcome } from "./responses.ts";
import { startCall, type CallSpec } from "./calls.ts";
import { openClient, Planned } from "./client.ts";
import { invoke, isMethod, type MethodName } from "./methods.ts";
import { advanceExchange, waiting } from "./network.ts";
import { quiet } from "./promises.ts";
import type { User } from "./service.ts";
import type { Replacement, StoreFault } from "./store.ts";
import { note, tokenName, type Client, type Prompt, type World } from "./world.ts";

/** One thing that happens in a run. */
export interface Action {
  readonly text: string;
  run(world: World): void | Promise<void>;
}

function clientAt(world: World, index: number): Client {
  return world.clients[index] ?? openClient(world, index);
}

/** The session makes a call. */
export const call = (index: number, spec: CallSpec): Action => ({
  text: `c${index} ${spec.face} ${spec.target}${spec.target === "own_login" ? ` as ${spec.user}` : ""}${spec.abortable ? ", abortable" : ""}`,
  run: (world) => void startCall(world, clientAt(world, index), spec),
});

/** The application calls a public method. */
export const method = (index: number, name: MethodName, user: User = "anna"): Action => ({
  text: `c${index} ${name}(${user})`,
  run: (world) => invoke(world, clientAt(world, index), name, user),
});

/** One of the requests that wait goes on: it is served, its response is made, its response arrives. */
export const deliver = (outcome: Outcome, which = 0, steps = 3): Action => ({
  text: `request ${which} goes ${steps} steps, ${outcome}`,
  run(world) {
    const ready = waiting(world);
    const exchange = ready[which % Math.max(1, ready.length)];
    if (exchange) advanceExchange(world, exchange, steps, outcome);
  },
});

export const pass = (ms: number): Action => ({
  text: `${ms} ms pass`,
  async run(world) {
    note(world, `${ms} ms pass`);
    await world.clock.advance(ms);
  },
});

/** Time passes where nothing takes long: all responses come before. */
export const passQuietly = (ms: number): Action => ({
  text: `${ms} ms pass quietly`,
  async run(world) {
    await quiet(world);
    await pass(ms).run(world);
  },
});

/** The machine sleeps, or somebody sets its clock. */
export const jump = (ms: number): Action => ({
  text: `the wall clock jumps ${ms} ms`,
  run: (world) => world.clock.sleep(ms),
});

export const wake = (index: number): Action => ({
  text: `c${index} is online`,
  run: (world) => clientAt(world, index).wake(),
});

export const abort = (which: number): Action => ({
  text: `abort call ${which}`,
  run: (world) => world.aborters[which % Math.max(1, world.aborters.length)]?.abort(new Planned("aborted")),
});

export const rotate: Action = { text: "the service rotates", run: (world) => world.service.rotate() };

export const revoke: Action = { text: "the service forgets all tokens", run: (world) => world.service.revokeAll() };

export const storeFault = (fault: StoreFault): Action => ({
  text: `store: ${fault.on} ${fault.kind}`,
  run: (world) => world.store.plan(fault),
});

/** Somebody else, who is no session of this run, puts something in the place of the record. */
export const storeHolds = (what: Replacement): Action => ({
  text: `the store now holds ${what}`,
  run: (world) => world.store.replace(what),
});

export const loseWrite: Action = {
  text: "store: loses the last write",
  run(world) {
    world.store.loseLastWrite();
    note(
      world,
      `the store has lost its last write, and holds ${tokenName(world, world.store.record()?.token ?? undefined)}`,
    );
  },
};

/** What the application does from now on when it must give credentials. */
export const setPrompt = (prompt: Prompt): Action => ({
  text: `prompt: ${prompt}`,
  run: (world) => void (world.prompt = prompt),
});

/** The process ends, and another one starts on the same store. */
export const restart = (index: number): Action => ({
  text: `c${index} restarts`,
  run(world) {
    invoke(world, clientAt(world, index), "dispose", "anna");
    openClient(world, index);
  },
});

/** What a listener does when its event comes. */
export const reactions = ["throw", "reject", "call_and_reject"] as const;

/** A listener that calls back into the session. */
export const listen = (
  index: number,
  on: AuthEvent["type"],
  does: MethodName | (typeof reactions)[number],
  user: User = "anna",
): Action => ({
  text: `c${index} on ${on}: ${does}(${user})`,
  run(world) {
    const client = clientAt(world, index);
    client.unsubscribe.push(
      client.session.subscribe((event) => {
        if (event.type !== on || client.state.callbacks-- <= 0) return undefined;
        note(world, `${client.name} listener of ${on}: ${does}`);
        if (isMethod(does)) return invoke(world, client, does, user);
        if (does === "throw") throw new Planned("listener");
        if (does === "call_and_reject") invoke(world, client, "fetch", user);
        return Promise.reject(new Planned("listener"));
      }),
    );
  },
});
