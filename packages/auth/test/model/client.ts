import { inspect } from "node:util";
import {
  createAuth,
  type AuthEvent,
  type AuthOptions,
  type Credentials,
  type LoginContext,
  type UserToken,
  type Timers,
} from "../../src/index.ts";
import { userOf } from "./responses.ts";
import { transportOf } from "./network.ts";
import { canary, passwordOf, type User } from "./service.ts";
import {
  baseUrl,
  endorse,
  note,
  tick,
  tokenName,
  violate,
  type Client,
  type ClientSetup,
  type ClientState,
  type World,
} from "./world.ts";

/** Errors that functions of the application throw: callers get them as they are. */
export class Planned extends Error {
  override readonly name = "Planned";
}

export const credentialsOf = (user: User): Credentials => ({ username: user, password: passwordOf(user) });

/** Opens a session in the place of the one that was there. */
export function openClient(world: World, index: number): Client {
  const setup = world.setup.clients[index === 0 ? 0 : 1];
  const before = world.clients[index];
  if (before) world.retired.push(before);
  const name = `c${index}${before ? `.${world.retired.length}` : ""}`;
  const use = { commits: 0, locks: 0, closed: 0 };
  const timers = countedTimers(world.clock.timers);
  const wakes = wakeSource();
  const state: ClientState = {
    isDisposed: false,
    isLoggedOut: false,
    actAt: 0,
    logins: 0,
    beganIn: 0,
    endedIn: 0,
    adopted: [],
    endorsed: new Map(),
    held: undefined,
    superseded: new Set(),
    delivered: undefined,
    isRejected: false,
    named: setup.credentials === "object" ? setup.user : undefined,
    callbacks: 4,
  };
  const session = createAuth({
    ...optionsOf(world, setup, () => client),
    fetch: transportOf(world, () => client),
    ...(world.setup.store !== "none" && { store: world.store.open(use) }),
    timers,
    ...(setup.keepAlive && { keepAlive: { wakes } }),
  });
  const { pending: pendingTimers } = timers;
  const { count: wakeListeners, wake } = wakes;
  const client: Client = {
    index,
    name,
    setup,
    session,
    state,
    use,
    events: [],
    unsubscribe: [],
    pendingTimers,
    wakeListeners,
    wake,
  };
  session.subscribe((event) => checkEvent(world, client, event));
  if (setup.credentials === "object") endorse(world, client, setup.user);
  world.clients[index] = client;
  return client;
}

function optionsOf(world: World, setup: ClientSetup, client: () => Client): AuthOptions {
  const { reconcile, replay, userChange, maxWaiters } = setup;
  const broken = (): number => {
    throw new Planned("no order");
  };
  return {
    baseUrl,
    reconcile,
    replay,
    userChange,
    maxWaiters,
    clock: world.clock.clock,
    random: world.random,
    ...(setup.compare === "throws" && { compare: broken }),
    newId: () => `s${tick(world)}`,
    ...(setup.credentials === "object" && { credentials: credentialsOf(setup.user) }),
    ...(setup.credentials === "function" && { credentials: () => prompted(world, client()) }),
    ...(setup.credentials === "login" && { login: (context) => ownLogin(world, client(), context) }),
  };
}

/** The function of the application that asks a person. */
async function prompted(world: World, client: Client): Promise<Credentials | undefined> {
  const prompt = world.prompt ?? client.setup.user;
  note(world, `${client.name} asks for credentials: ${prompt}`);
  if (prompt === "cancel") client.state.named = undefined;
  if (prompt === "cancel") return undefined;
  if (prompt === "throw") throw new Planned("no prompt");
  if (prompt === "hang") return new Promise((resolve) => world.releases.push(() => resolve(undefined)));
  if (prompt === "call_back") {
    await client.session.getToken().catch(() => undefined);
    return undefined;
  }
  client.state.named = prompt;
  endorse(world, client, prompt);
  return credentialsOf(prompt);
}

/** The login of the application: of anna, unless it is given credentials. It names the user, as the session cannot see it. */
async function ownLogin(world: World, client: Client, { credentials }: LoginContext): Promise<string | UserToken> {
  const user = credentials ? userOf(JSON.stringify(credentials)) : "anna";
  note(world, `${client.name} calls login as ${user}`);
  if (client.state.logins > 0) client.state.beganIn = client.session.snapshot().epoch;
  if (user === undefined || world.prompt === "throw") throw new Planned("no login");
  if (world.prompt === "cancel") return "not a token";
  const askedAt = tick(world);
  // Late, and deaf to its signal.
  if (world.prompt === "hang") await new Promise<void>((resolve) => world.releases.push(resolve));
  endorse(world, client, user);
  const token = `bearer ${world.service.logIn(user, askedAt).text}`;
  return { token, user: credentialsOf(user).username };
}

function checkEvent(world: World, client: Client, event: AuthEvent): void {
  const { name, state, events } = client;
  const text = event.type === "store_error" ? inspect(event, { depth: Infinity }) : JSON.stringify(event);
  note(world, `${name} event ${text.split("\n")[0]}`);
  events.push(event);
  if (world.depth > 0) violate(world, `${name}: the event ${event.type} comes while a method runs`);
  if (text.includes(canary)) violate(world, `${name}: the event ${event.type} holds a secret`);
  if (event.type === "logged_out") {
    state.held = undefined;
    // A listener may have begun a session since, and ended it: its events come later.
    const [next] = state.adopted;
    state.endedIn = Math.min(client.session.snapshot().epoch, next?.epoch ?? Infinity);
  }
  if (event.type === "token") checkToken(world, client, event);
}

function checkToken(world: World, client: Client, event: AuthEvent & { readonly type: "token" }): void {
  const { name, state, events } = client;
  const { why, fingerprint } = event;
  const token = world.service.named(fingerprint);
  const before = world.service.named(state.held);
  const isFirst = !events.some((earlier) => earlier !== event && earlier.type === "token");
  state.held = fingerprint;
  state.adopted.splice(0, state.adopted.findIndex(({ text }) => text === token?.text) + 1);
  if (state.beganIn < state.endedIn) violate(world, `${name} begins a session on its own after it was ended`);
  if (!token || token.family.user === "eve") return violate(world, `${name} holds a token that is not of the service`);
  if (why === "login" || why === "adopted") {
    state.superseded.clear();
    // At the start, a session takes any user whom its options do not contradict.
    if (why === "adopted" && isFirst && !state.named) endorse(world, client, token.family.user);
    if (why === "login") forgetEarlierUsers(client, token.family.user, token.family.askedAt);
    // An unknown user may turn out to be the one whom the options name.
    if (token.family.isAnonymous && state.named) endorse(world, client, state.named);
    return;
  }
  if (before?.family !== token.family)
    violate(world, `${name} took ${tokenName(world, token.text)} of another session`);
  const isOlder = before !== undefined && token.serial < before.serial;
  if (isOlder && fingerprint === client.session.snapshot().fingerprint && !client.session.snapshot().ambiguous) {
    violate(world, `${name} takes ${tokenName(world, token.text)} for newer than ${tokenName(world, before.text)}`);
  }
  if (why === "rotated" && state.superseded.has(token.text)) {
    violate(world, `${name} took ${tokenName(world, token.text)}, which was proven superseded`);
  }
}

/** Since this login, the session acts as its user; or as one that the application named after it was sent. */
function forgetEarlierUsers({ state: { endorsed } }: Client, user: User, askedAt: number): void {
  for (const [other, at] of endorsed) if (other !== user && at < askedAt) endorsed.delete(other);
}

function countedTimers(timers: Timers): Timers & { pending(): number } {
  const open = new Set<unknown>();
  return {
    setTimeout(run, ms) {
      const timer = timers.setTimeout(() => {
        open.delete(timer);
        run();
      }, ms);
      open.add(timer);
      return timer;
    },
    clearTimeout(timer) {
      open.delete(timer);
      timers.clearTimeout(timer);
    },
    pending: () => open.size,
  };
}

function wakeSource() {
  const listeners = new Set<() => void>();
  const key = (type: string): boolean => type === "online";
  return {
    addEventListener: (type: string, listener: () => void) => void (key(type) && listeners.add(listener)),
    removeEventListener: (type: string, listener: () => void) => void (key(type) && listeners.delete(listener)),
    wake: () => {
      for (const listener of listeners) listener();
    },
    count: () => listeners.size,
  };
}
