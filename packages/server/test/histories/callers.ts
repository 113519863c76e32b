import { setTimeout as wait } from "node:timers/promises";
import type { DemoRandom } from "../../src/demo/demo-random.ts";
import { demoRandom } from "../../src/demo/demo-random.ts";
import type { Call, Recorder, Sent, ShownGroup } from "./history.ts";
import { problemOf, shownGroup } from "./history.ts";
import type { World } from "./world.ts";

const CALLERS = 8;
const OPERATIONS = 3;

/** How often a request with a key is sent again when its answer is lost. */
const REPEATS = 4;

/** Lets callers work on the groups of a client at the same time; what they do follows from the seed. */
export async function runCallers(recorder: Recorder, world: World, seed: number): Promise<void> {
  const groups: number[] = [];
  const create = async (name: string, parent_id: number | null): Promise<number | null> => {
    const body = { client_id: world.clientId, name, parent_id };
    const id = shownGroup(await recorder.send(0, { method: "POST", path: "/unit_groups", body }))?.id ?? null;
    if (id !== null) groups.push(id);
    return id;
  };
  const first = await create("First", null);
  await create("Below", first);
  await create("Second", null);
  const known = [...groups];
  await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => {
      const caller = new Caller(recorder, { index, world, groups, known });
      return caller.run(operationsOf(`caller-${index}`, OPERATIONS, demoRandom(seed * CALLERS + index)));
    }),
  );
}

/** What a caller knows of the others. */
interface Surroundings {
  readonly index: number;
  readonly world: World;
  /** Those that somebody has created so far. */
  readonly groups: number[];
  /** Those that were there before the callers began. */
  readonly known: readonly number[];
}

class Caller {
  readonly #recorder: Recorder;
  readonly #surroundings: Surroundings;
  /** The groups as it saw them last. */
  readonly #seen = new Map<number, ShownGroup>();
  #requests = 0;

  constructor(recorder: Recorder, surroundings: Surroundings) {
    this.#recorder = recorder;
    this.#surroundings = surroundings;
  }

  async run(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) await this.#carryOut(operation);
  }

  async #carryOut(operation: Operation): Promise<void> {
    const { patienceMs } = operation;
    const { world } = this.#surroundings;
    if (operation.kind === "keyed") {
      await this.#repeat({ ...this.#keyed(operation.key, operation.other), patienceMs });
    } else if (operation.kind === "create") {
      const { name, parent } = operation;
      const body = { client_id: world.clientId, name, parent_id: this.#group(parent) };
      await this.#send({ method: "POST", path: "/unit_groups", body, patienceMs });
    } else {
      const id = this.#group(operation.target) ?? 0;
      const conditional = "conditional" in operation && operation.conditional;
      if (conditional && !this.#seen.has(id)) await this.#send({ method: "GET", path: `/unit_groups/${id}` });
      const seen = conditional ? (this.#seen.get(id) ?? null) : null;
      await this.#send({ ...this.#requestOf(operation, `/unit_groups/${id}`), seen, patienceMs });
    }
  }

  #requestOf(operation: Exclude<Operation, { kind: "keyed" | "create" }>, path: string): Sent {
    switch (operation.kind) {
      case "read":
        return { method: "GET", path };
      case "change": {
        const { change, parent } = operation;
        const body = { ...change, ...(parent !== undefined && { parent_id: this.#group(parent) }) };
        return { method: "PATCH", path, body };
      }
      case "delete":
        return { method: "DELETE", path };
      case "restore":
        return { method: "POST", path: `${path}/restore` };
      case "units": {
        const unit_ids = operation.units.map((unit) => this.#surroundings.world.units[unit] ?? 0);
        return { method: "POST", path: `${path}/${operation.add ? "add" : "remove"}_units`, body: { unit_ids } };
      }
    }
  }

  /** The same for all callers: a creation, a creation in another group, and an addition of units. */
  #keyed(key: number, other: boolean): Sent {
    const { world, known } = this.#surroundings;
    const shared = { method: "POST", key: `client-${world.clientId}-key-${key % KEYS}` };
    const [first = 0, , last = 0] = known;
    const at = other ? last : first;
    if (key === 2) {
      return { ...shared, path: `/unit_groups/${at}/add_units`, body: { unit_ids: world.units } };
    }
    const body = {
      client_id: world.clientId,
      name: `Keyed ${key}${other ? " other" : ""}`,
      parent_id: key === 0 ? null : at,
    };
    return { ...shared, path: "/unit_groups", body };
  }

  /** Sends until an answer says what became of the request. */
  async #repeat(sent: Sent): Promise<void> {
    let call = await this.#send(sent);
    for (let repeat = 0; repeat < REPEATS && isOpen(call); repeat += 1) {
      await wait(2 ** repeat);
      call = await this.#send({ ...sent, patienceMs: null });
    }
  }

  async #send(sent: Sent): Promise<Call> {
    const { index, groups } = this.#surroundings;
    const call = await this.#recorder.send(index + this.#requests, sent);
    this.#requests += 1;
    const group = shownGroup(call);
    if (group !== null) {
      this.#seen.set(group.id, group);
      if (!groups.includes(group.id)) groups.push(group.id);
    }
    return call;
  }

  #group(place: number | null): number | null {
    const { groups } = this.#surroundings;
    return place === null ? null : (groups[place % groups.length] ?? null);
  }
}

function isOpen(call: Call): boolean {
  return call.answer === null || problemOf(call)?.code === "request_in_progress";
}

/** What a caller does next. Groups are places in the list of those that the history knows by then. */
export type Operation = (
  | { readonly kind: "create"; readonly name: string; readonly parent: number | null }
  | { readonly kind: "read"; readonly target: number }
  | {
      readonly kind: "change";
      readonly target: number;
      readonly change: { readonly name?: string; readonly notes?: string };
      /** Where the group moves to. */
      readonly parent?: number | null;
      /** Whether the change is made to the version that the caller read last. */
      readonly conditional: boolean;
    }
  | { readonly kind: "delete"; readonly target: number; readonly conditional: boolean }
  | { readonly kind: "restore"; readonly target: number }
  | { readonly kind: "units"; readonly target: number; readonly add: boolean; readonly units: readonly number[] }
  /** A request whose content follows from its key; `other` is another request with the same key. */
  | { readonly kind: "keyed"; readonly key: number; readonly other: boolean }
) & {
  /** The caller gives up after so many milliseconds; what has a key is then sent again. */
  readonly patienceMs: number | null;
};

/** Few names, so that they meet. */
const names: readonly [string, ...string[]] = ["North", "south", "SOUTH", "East"];
const unitChoices: readonly [number[], ...number[][]] = [[0], [1], [0, 1], [1, 2], [2, 0], [0, 1, 2]];

/** How many keys the callers of a history share. */
export const KEYS = 3;

/** The operations of one caller. */
export function operationsOf(caller: string, count: number, random: DemoRandom): Operation[] {
  return Array.from({ length: count }, (_, index) => {
    const operation = operationOf(`${caller}-${index}`, random);
    const isImpatient = random.int(1, operation.kind === "keyed" ? 3 : 12) === 1;
    return { ...operation, patienceMs: isImpatient ? random.int(0, 6) : null };
  });
}

type WithoutPatience<T> = T extends unknown ? Omit<T, "patienceMs"> : never;

function operationOf(mark: string, random: DemoRandom): WithoutPatience<Operation> {
  const target = random.int(0, 5);
  const conditional = random.int(0, 2) > 0;
  const die = random.int(1, 20);
  if (die <= 3) return { kind: "create", name: random.pick(names), parent: placeOf(random) };
  if (die <= 5) return { kind: "read", target };
  // Each change has a mark of its own, so that it makes a version, and values tell which one.
  if (die <= 7) return { kind: "change", target, change: { notes: mark }, conditional };
  if (die <= 9) return { kind: "change", target, change: { notes: mark, name: random.pick(names) }, conditional };
  if (die <= 11) return { kind: "change", target, change: { notes: mark }, parent: placeOf(random), conditional };
  if (die <= 13) return { kind: "delete", target, conditional };
  if (die <= 14) return { kind: "restore", target };
  if (die <= 17) return { kind: "units", target, add: random.int(0, 1) === 0, units: random.pick(unitChoices) };
  return { kind: "keyed", key: random.int(0, KEYS - 1), other: random.int(1, 8) === 1 };
}

function placeOf(random: DemoRandom): number | null {
  return random.int(0, 3) === 0 ? null : random.int(0, 5);
}
