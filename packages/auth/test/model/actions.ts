import * as fc from "fast-check";
import type { AuthEvent } from "../../src/index.ts";
import { outcomes, type Outcome } from "./answers.ts";
import { faces, startCall, targets } from "./calls.ts";
import { openClient, Planned } from "./client.ts";
import { invoke, isMethod, methods, type MethodName } from "./methods.ts";
import { advanceExchange, waiting } from "./network.ts";
import { quiet } from "./quiet.ts";
import { note, tokenName, type Client, type Prompt, type World } from "./world.ts";

/** One thing that happens in a run. */
export interface Action {
  readonly text: string;
  run(world: World): void | Promise<void>;
}

export const eventTypes = [
  "token",
  "logged_out",
  "login_required",
  "identity_changed",
  "stale_dropped",
  "token_malformed",
  "scope_refused",
  "token_not_exposed",
  "login_backoff",
  "replay_skipped",
  "store_error",
  "hook_error",
] as const satisfies readonly AuthEvent["type"][];

const methodNames: readonly MethodName[] = Object.keys(methods).filter(isMethod);
const anyClient = fc.nat({ max: 1 });
const anyUser = fc.constantFrom("anna", "anna", "bert");
const anyMethod = fc.constantFrom(...methodNames);

function client(world: World, index: number): Client {
  return world.clients[index] ?? openClient(world, index);
}

const anyCall: fc.Arbitrary<Action> = fc
  .record({
    index: anyClient,
    target: fc.oneof({ weight: 2, arbitrary: fc.constant("get") }, fc.constantFrom(...targets)),
    face: fc.oneof({ weight: 2, arbitrary: fc.constant("fetch") }, fc.constantFrom(...faces)),
    abortable: fc.boolean(),
    user: anyUser,
  })
  .map(({ index, ...spec }) => ({
    text: `c${index} ${spec.face} ${spec.target}${spec.target === "own_login" ? ` as ${spec.user}` : ""}${spec.abortable ? ", abortable" : ""}`,
    run: (world) => void startCall(world, client(world, index), spec),
  }));

const plainCall: fc.Arbitrary<Action> = fc
  .record({ index: anyClient, target: fc.constantFrom("get", "post"), face: fc.constantFrom("fetch", "middleware") })
  .map(({ index, ...spec }) => ({
    text: `c${index} ${spec.face} ${spec.target}`,
    run: (world) => void startCall(world, client(world, index), { ...spec, abortable: false, user: "anna" }),
  }));

const methodCall = (names: fc.Arbitrary<MethodName>): fc.Arbitrary<Action> =>
  fc.record({ index: anyClient, name: names, user: anyUser }).map(({ index, name, user }) => ({
    text: `c${index} ${name}(${user})`,
    run: (world) => invoke(world, client(world, index), name, user),
  }));

const delivery = (outcome: fc.Arbitrary<Outcome>): fc.Arbitrary<Action> =>
  fc
    .record({ which: fc.nat({ max: 5 }), steps: fc.constantFrom(1, 2, 3, 3, 3), outcome })
    .map(({ which, steps, outcome: how }) => ({
      text: `request ${which} goes ${steps} steps, ${how}`,
      run(world) {
        const ready = waiting(world);
        const exchange = ready[which % Math.max(1, ready.length)];
        if (exchange) advanceExchange(world, exchange, steps, how);
      },
    }));

const passing = (...times: readonly number[]): fc.Arbitrary<Action> =>
  fc.constantFrom(...times).map((ms) => ({
    text: `${ms} ms pass`,
    async run(world) {
      note(world, `${ms} ms pass`);
      await world.clock.advance(ms);
    },
  }));

/** Nothing takes long: all is answered before time passes. */
const calmPassing: fc.Arbitrary<Action> = fc.constantFrom(300, 1_000, 4_000, 11_000).map((ms) => ({
  text: `${ms} ms pass`,
  async run(world) {
    await quiet(world);
    note(world, `${ms} ms pass`);
    await world.clock.advance(ms);
  },
}));

const sleep: fc.Arbitrary<Action> = fc.constantFrom(3_600_000, 86_400_000, -86_400_000).map((ms) => ({
  text: `the wall clock jumps ${ms} ms`,
  run: (world) => world.clock.sleep(ms),
}));

const wake: fc.Arbitrary<Action> = anyClient.map((index) => ({
  text: `c${index} is online`,
  run: (world) => client(world, index).wake(),
}));

const abort: fc.Arbitrary<Action> = fc.nat({ max: 5 }).map((which) => ({
  text: `abort call ${which}`,
  run: (world) => world.aborters[which % Math.max(1, world.aborters.length)]?.abort(new Planned("aborted")),
}));

const rotate: fc.Arbitrary<Action> = fc.constant({
  text: "the service rotates",
  run: (world: World) => world.service.rotate(),
});

const revoke: fc.Arbitrary<Action> = fc.constant({
  text: "the service forgets all tokens",
  run: (world: World) => world.service.revokeAll(),
});

const storeFault: fc.Arbitrary<Action> = fc
  .record({
    on: fc.constantFrom("read", "commit", "lock", "close"),
    kind: fc.constantFrom("fail", "fail_after", "hang", "dead", "slow"),
  })
  .map((fault) => ({ text: `store: ${fault.on} ${fault.kind}`, run: (world) => world.store.plan(fault) }));

const lostWrite: fc.Arbitrary<Action> = fc.constant({
  text: "store: loses the last write",
  run(world: World) {
    world.store.loseLastWrite();
    note(world, `the store lost the last write: ${tokenName(world, world.store.record()?.token ?? undefined)}`);
  },
});

const prompt: fc.Arbitrary<Action> = fc
  .constantFrom<Prompt>("anna", "bert", "cancel", "throw", "hang", "call_back")
  .map((answer) => ({ text: `prompt: ${answer}`, run: (world) => void (world.prompt = answer) }));

const restart: fc.Arbitrary<Action> = anyClient.map((index) => ({
  text: `c${index} restarts`,
  run(world) {
    invoke(world, client(world, index), "dispose", "anna");
    openClient(world, index);
  },
}));

const listener: fc.Arbitrary<Action> = fc
  .record({
    index: anyClient,
    on: fc.constantFrom(...eventTypes, "token", "logged_out"),
    does: fc.oneof({ weight: 3, arbitrary: anyMethod }, fc.constantFrom("throw", "reject", "call_and_reject")),
    user: anyUser,
  })
  .map(({ index, on, does, user }) => ({
    text: `c${index} on ${on}: ${does}(${user})`,
    run(world) {
      const one = client(world, index);
      one.unsubscribe.push(
        one.session.subscribe((event) => {
          if (event.type !== on || one.state.callbacks-- <= 0) return undefined;
          note(world, `${one.name} listener of ${on}: ${does}`);
          if (isMethod(does)) return invoke(world, one, does, user);
          if (does === "throw") throw new Planned("listener");
          if (does === "call_and_reject") invoke(world, one, "fetch", user);
          return Promise.reject(new Planned("listener"));
        }),
      );
    },
  }));

const weighed = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary });

/** Everything that can happen. */
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  weighed(14, anyCall),
  weighed(10, delivery(fc.constant("ok"))),
  weighed(7, delivery(fc.constantFrom(...outcomes))),
  weighed(8, methodCall(anyMethod)),
  weighed(3, methodCall(fc.constantFrom("loginAs", "logout", "adopt", "adoptUnnamed", "acceptIdentity"))),
  weighed(4, passing(300, 1_000, 4_000, 6_000, 11_000, 16_000)),
  weighed(1, passing(70_000, 660_000, 26 * 3_600_000, 8 * 86_400_000)),
  weighed(3, listener),
  weighed(2, abort),
  weighed(2, revoke),
  weighed(2, rotate),
  weighed(3, storeFault),
  weighed(1, lostWrite),
  weighed(1, prompt),
  weighed(1, restart),
  weighed(1, wake),
  weighed(1, sleep),
);

/** What happens where nothing goes wrong but that tokens become invalid: then every call must succeed. */
export const calmAction: fc.Arbitrary<Action> = fc.oneof(
  weighed(8, plainCall),
  weighed(10, delivery(fc.constant("ok"))),
  weighed(2, methodCall(fc.constantFrom("getToken", "refresh", "flush", "ready", "stats", "subscribe", "bind"))),
  weighed(1, calmPassing),
  weighed(1, revoke),
  weighed(1, rotate),
);

/** How far things go before the next action: so many turns of promises, or until all is quiet. */
const pauses = ["quiet", "quiet", "quiet", 0, 1, 2, 3, 5] as const;

/** Actions in the same turn, and a pause. */
export const stepOf = (action: fc.Arbitrary<Action>) =>
  fc.record({
    actions: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(action) },
      { weight: 1, arbitrary: fc.array(action, { minLength: 2, maxLength: 4 }) },
    ),
    pause: fc.constantFrom(...pauses),
  });
