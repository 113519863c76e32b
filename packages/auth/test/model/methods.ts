import { startCall } from "./calls.ts";
import { credentialsOf } from "./client.ts";
import { attempt, track } from "./promises.ts";
import type { Issued, User } from "./service.ts";
import {
  baseUrl,
  endorse,
  heldBy,
  note,
  noteBegin,
  tick,
  tokenName,
  violate,
  type Client,
  type World,
} from "./world.ts";

type Method = (world: World, client: Client, user: User) => void;

/** Begins a session with a token that the service issued elsewhere. */
function adopt(world: World, client: Client, token: Issued | undefined, isNamed: boolean): void {
  const text = token ? token.text : "not a token";
  const user = token?.family.user;
  const { session, name, state } = client;
  attempt(
    world,
    `${name} adopt(${tokenName(world, text)}${isNamed ? `, ${user}` : ""})`,
    ["disposed", "token_malformed"],
    () => {
      session.adopt(text, isNamed ? { user } : {});
      if (!token || !user) return violate(world, `${name} adopted what is no token`);
      noteBegin(world, client);
      state.adopted.push({ text: token.text, epoch: session.snapshot().epoch });
      endorse(world, client, user, true);
      if (!isNamed) token.family.isAnonymous = true;
      if (heldBy(world, client) !== token) violate(world, `${name} does not hold the adopted token`);
    },
  );
}

function logIn(world: World, client: Client, user: User | undefined): void {
  const { state, session, name } = client;
  noteBegin(world, client);
  state.logins++;
  const login = session.login(user && credentialsOf(user)).finally(() => state.logins--);
  track(world, client, "login", `${name} login(${user ?? ""})`, login);
}

/** Every public method, so that each can be called at any moment, listeners included. */
export const methods = {
  fetch: (world, client, user) =>
    void startCall(world, client, { target: "get", face: "fetch", abortable: false, user }),
  middleware: (world, client, user) =>
    void startCall(world, client, { target: "get", face: "middleware", abortable: false, user }),
  login: (world, client) => logIn(world, client, undefined),
  loginAs(world, client, user) {
    endorse(world, client, user);
    logIn(world, client, user);
  },
  logout(world, client) {
    const { state, session, name } = client;
    track(world, client, "logout", `${name} logout()`, session.logout());
    if (state.isDisposed) return;
    state.actAt = tick(world);
    state.isLoggedOut = true;
    if (session.snapshot().status !== "logged_out") violate(world, `${name} is not logged out at once`);
  },
  adopt: (world, client, user) => adopt(world, client, world.service.logIn(user, tick(world)), true),
  adoptUnnamed: (world, client, user) => adopt(world, client, world.service.logIn(user, tick(world)), false),
  adoptMalformed: (world, client) => adopt(world, client, undefined, false),
  adoptHeld(world, client) {
    const { session, name, state } = client;
    const held = heldBy(world, client);
    const { epoch, status } = session.snapshot();
    if (!held || status !== "active") return;
    attempt(world, `${name} adopts the held token`, ["disposed"], () => {
      session.adopt(`bearer ${held.text}`);
      state.actAt = tick(world);
      if (session.snapshot().epoch !== epoch) violate(world, `${name} begins another session with the held token`);
    });
  },
  ready: (world, client) => track(world, client, "ready", `${client.name} ready()`, client.session.ready()),
  acceptUser(world, client) {
    const { session, name, state } = client;
    const { status } = session.snapshot();
    const held = heldBy(world, client);
    attempt(world, `${name} acceptUser()`, ["disposed"], () => {
      session.acceptUser();
      if (status !== "user_changed" || !held) return;
      state.actAt = tick(world);
      endorse(world, client, held.family.user);
      if (held.family.isAnonymous && state.named) endorse(world, client, state.named);
    });
  },
  getToken: (world, client) =>
    track(world, client, "getToken", `${client.name} getToken()`, client.session.getToken(), (text) => {
      if (!world.service.find(text)) violate(world, `${client.name} getToken() gave what is no token`);
    }),
  getFresh: (world, client) =>
    track(world, client, "getFresh", `${client.name} getToken({ fresh })`, client.session.getToken({ fresh: true })),
  refresh: (world, client) => track(world, client, "refresh", `${client.name} refresh()`, client.session.refresh()),
  flush: (world, client) => track(world, client, "flush", `${client.name} flush()`, client.session.flush()),
  stats(world, client) {
    const negative = Object.entries(client.session.stats()).filter(([, count]) => count < 0);
    if (negative.length > 0) violate(world, `${client.name} counts below 0: ${negative.join()}`);
  },
  snapshot(world, client) {
    const { inFlight, status, fingerprint } = client.session.snapshot();
    if (inFlight < 0) violate(world, `${client.name} has ${inFlight} calls in flight`);
    if (status === "active" && fingerprint === undefined) violate(world, `${client.name} is active without a token`);
  },
  bind(world, client) {
    const { fetch, Request: Made } = client.session.bind();
    const signal = AbortSignal.abort("gone");
    const call = fetch(new Made(`${baseUrl}/units`, { signal })).catch((error: unknown) => {
      if (error !== "gone") throw error;
    });
    track(world, client, "call", `${client.name} bind()`, call);
  },
  subscribe(_world, client) {
    client.unsubscribe.push(client.session.subscribe(() => undefined));
  },
  unsubscribe: (_world, client) => client.unsubscribe.pop()?.(),
  dispose(world, client) {
    note(world, `${client.name} is disposed`);
    client.state.isDisposed = true;
    client.state.actAt = tick(world);
    track(world, client, "dispose", `${client.name} dispose()`, client.session[Symbol.asyncDispose]());
  },
} satisfies Record<string, Method>;

export type MethodName = keyof typeof methods;

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** Calls a public method. */
export function invoke(world: World, client: Client, name: MethodName, user: User): void {
  const method: Method = methods[name];
  world.depth++;
  method(world, client, user);
  world.depth--;
}
