import type { AuthErrorCode } from "../../src/index.ts";
import { mostCommits } from "./store.ts";
import { type Call, type Client, endorse, type Exchange, heldBy, tokenName, violate, type World } from "./world.ts";

/** What holds whenever no promise has anything left to do. */
export function checkQuiet(world: World): void {
  for (const client of world.clients) {
    const { session, state, name } = client;
    const { status, fingerprint, inFlight } = session.snapshot();
    if (state.isLoggedOut && !state.isDisposed && (status !== "logged_out" || fingerprint !== undefined)) {
      violate(world, `${name} is ${status} after a logout`);
    }
    if (client.use.commits > mostCommits) violate(world, `${name} writes the store without end`);
    const under = world.exchanges.filter((exchange) => exchange.client === client && isCounted(exchange)).length;
    if (inFlight !== under) violate(world, `${name} counts ${inFlight} calls in flight; there are ${under}`);
    const held = heldBy(world, client);
    if (fingerprint !== undefined && (!held || held.family.user === "eve"))
      violate(world, `${name} holds a foreign token`);
  }
}

/** The session sees the end of what it sends itself; of what a middleware hands back, it may not. */
function isCounted({ call, path, token, isClaimed, isRepeated }: Exchange): boolean {
  const isOwn = path === "/auth/login" || path === "/auth/logout";
  return (
    call !== undefined &&
    (call.face === "fetch" || isRepeated) &&
    path !== undefined &&
    token !== undefined &&
    !isClaimed &&
    !isOwn
  );
}

/** What holds when all responses were delivered, all timers have run, and service and store work. */
export function checkEnd(world: World): void {
  for (const what of world.unsettled.values()) violate(world, `never settles: ${what}`);
  for (const { response, isHandedOver } of world.responses) {
    if (!isHandedOver && response.body && !response.bodyUsed)
      violate(world, `a response (${response.status}) was never read`);
  }
  if (!world.store.isForeignIntact()) violate(world, "a record that is not for these sessions was changed");
  for (const client of world.clients) if (!client.state.isDisposed) checkNewest(world, client);
}

function checkNewest(world: World, client: Client): void {
  const { state, setup, session, name } = client;
  const { delivered } = state;
  const { epoch, ambiguous } = session.snapshot();
  // One session that keeps the last arrival hands it to the others.
  const sharing = world.setup.store === "none" ? [setup] : world.setup.clients;
  if (sharing.some(({ reconcile }) => reconcile === "off") || delivered?.epoch !== epoch) return;
  const held = heldBy(world, client);
  // A token that the service refuses tells nothing, and gets no response that would.
  if (!held || !world.service.accepts(held.text, false)) return;
  if (ambiguous) violate(world, `${name} leaves the order of tokens open`);
  if (held.family === delivered.token.family && held.serial < delivered.token.serial) {
    violate(
      world,
      `${name} holds ${tokenName(world, held.text)}, older than ${tokenName(world, delivered.token.text)}`,
    );
  }
}

/**
 * Where nothing goes wrong but that tokens become invalid: every call succeeds, and no login is in vain. `isLagging`: not even
 * that, but a server does not know new tokens at once.
 */
export function checkCalm(world: World, isLagging: boolean): void {
  const { counts } = world.service;
  const groups = world.setup.store === "none" ? 2 : 1;
  if (counts.logins > (isLagging ? 0 : groups * (1 + counts.invalidations))) {
    violate(world, `${counts.logins} logins, where tokens became invalid ${counts.invalidations} times`);
  }
  for (const call of world.calls.values()) {
    const hasFailed = call.status === 401 || call.isBackedOff === true;
    // Where tokens become invalid again and again, logins wait.
    const refused = !isLagging && hasFailed && (isGivenUp(call) || counts.invalidations > 3);
    if (call.status !== 200 && !refused)
      violate(world, `${call.id} ends with ${call.isBackedOff ? "login_backoff" : call.status}`);
  }
}

/** Refused with three tokens, with that of a login that was made for it, or of one that was made a moment ago and never worked. */
function isGivenUp({ sends, endedAt = 0 }: Call): boolean {
  const last = sends.at(-1)?.family;
  const hasOther = sends.some((token) => token?.family !== last);
  return last !== undefined && (sends.length > 2 || hasOther || endedAt - last.beganAt < 10_000);
}

/** The newest token of all is held by all, if the order of no two tokens is open. */
export function checkSame(world: World): void {
  const { setup, store, service } = world;
  // Nobody can tell a session that the store has forgotten from one that came later.
  if (store.hasLostSession() || setup.clients.some(({ reconcile }) => reconcile === "off")) return;
  const active = world.clients.filter(
    ({ session, state }) => !state.isDisposed && session.snapshot().status === "active",
  );
  for (const client of active) {
    const held = service.accepts(heldBy(world, client)?.text, false);
    if (held && held !== service.newest(held.family)) {
      violate(world, `${client.name} holds ${tokenName(world, held.text)}, which is not the newest`);
    }
  }
  const [first, second] = active.map(({ session }) => session.snapshot().fingerprint);
  if (setup.store !== "none" && store.isHealthy() && second !== undefined && first !== second) {
    violate(world, "the sessions of one store hold two tokens");
  }
}

/** The session is of another user than the options name, which only the application can log in again. */
function isOfOtherUser(world: World, client: Client): boolean {
  const { credentials, user, userChange } = client.setup;
  return credentials === "object" && userChange === "stop" && heldBy(world, client)?.family.user !== user;
}

/** After everything works again, a call must succeed, or say what the application has to do first. */
export function checkProbe(world: World, client: Client, outcome: number | AuthErrorCode | undefined): void {
  const { session, setup, name } = client;
  const { status } = session.snapshot();
  const isRejected = world.clients.concat(world.retired).some(({ state }) => state.isRejected);
  const cannotLogIn = setup.credentials === "none" || isOfOtherUser(world, client);
  const isJustified =
    outcome === 200 ||
    (outcome === "logged_out" && status === "logged_out") ||
    (outcome === "user_changed" && status === "user_changed") ||
    (outcome === "login_required" && cannotLogIn) ||
    (outcome === "credentials_rejected" && isRejected) ||
    (outcome === 401 && setup.replay === "never" && (cannotLogIn || isRejected));
  if (!isJustified) violate(world, `${name}: a call after all is well ends with ${outcome}; the session is ${status}`);
}

/** A session that was disposed leaves no timer. */
export function checkTimers(world: World): void {
  for (const { name, pendingTimers } of [...world.clients, ...world.retired]) {
    if (pendingTimers() > 0) violate(world, `${name} leaves ${pendingTimers()} timers`);
  }
}

/** After the sessions were disposed, nothing of them is left. */
export function checkGone(world: World): void {
  const isHealthy = world.store.isHealthy();
  checkTimers(world);
  for (const { name, use, session, ...client } of [...world.clients, ...world.retired]) {
    if (client.wakeListeners() > 0) violate(world, `${name} leaves ${client.wakeListeners()} listeners of the page`);
    if (session.snapshot().inFlight !== 0)
      violate(world, `${name} leaves ${session.snapshot().inFlight} calls in flight`);
    if (isHealthy && use.locks > 0) violate(world, `${name} leaves ${use.locks} locks`);
    if (isHealthy && world.setup.store !== "none" && use.closed !== 1)
      violate(world, `${name} closed its store ${use.closed} times`);
  }
  if (world.store.watchers.size > 0) violate(world, "a session still watches the store");
}

/** What no session may ever send, looked at when it leaves. */
export function checkSend(world: World, exchange: Exchange): void {
  const { client, call, path, method, isClaimed, token: text, id } = exchange;
  const token = world.service.find(text);
  const say = (what: string): void =>
    violate(world, `${client.name} sent #${id} (${method} ${path ?? "elsewhere"}) ${what}`);

  if (path === undefined && token) say("with a token, out of the base URL");
  if (token?.family.user === "eve") say("with a token that came from elsewhere");
  if (text !== undefined && !isClaimed && !token) say("with a token that nobody issued");
  if (client.state.isDisposed && !isUnavoidable(exchange)) say("after it was disposed");
  if (path === undefined || isClaimed) return;
  if (path === "/auth/login" && client.state.logins > 0) client.state.beganIn = exchange.epoch;
  if (!isUnavoidable(exchange)) {
    checkLogout(exchange, token !== undefined, say);
    checkUser(world, exchange, say);
  }
  if (call) checkRepeat(world, exchange, say);
}

type Say = (what: string) => void;

function checkLogout({ client, call, path, method }: Exchange, hasToken: boolean, say: Say): void {
  if (!client.state.isLoggedOut || `${method} ${path}` === "POST /auth/logout") return;
  const isLogin = path === "/auth/login" && call === undefined;
  if (hasToken || isLogin) say("after a logout");
}

function checkUser(world: World, { client, token, path }: Exchange, say: Say): void {
  const { state, setup } = client;
  const family = world.service.find(token)?.family;
  if (!family || setup.userChange === "follow" || path === "/auth/logout") return;
  const { endorsed } = state;
  // At the start, a session takes any user whom its options do not contradict.
  const isStart = !state.named && !client.events.some(({ type }) => type === "token");
  if (isStart) endorse(world, client, family.user);
  if (!endorsed.has(family.user) && !family.isAnonymous) {
    say(`as ${family.user}, while the application acts as ${[...endorsed.keys()].join(" or ")}`);
  }
}

function checkRepeat(world: World, { call, token: text }: Exchange, say: Say): void {
  if (!call) return;
  const token = world.service.find(text);
  const [first] = call.sends;
  if (first && token && first.family.user !== token.family.user && !first.family.isAnonymous) {
    say(`as another user than before: ${tokenName(world, first.text)}`);
  }
  if (token && call.sends.includes(token)) say("twice with the same token");
  if (call.sends.length > 4) say("for the sixth time");
  call.sends.push(token);
}

/**
 * A middleware hands its request back before it is sent, and waits for the ones that run after it: what happens in between
 * does not reach it. So such a request says nothing, if the session has changed since the call began.
 */
function isUnavoidable({ call, client, epoch }: Exchange): boolean {
  if (!call || call.face === "fetch" || (call.face === "middleware" && call.sends.length > 0)) return false;
  return call.startedAt < client.state.actAt || call.epoch !== epoch;
}
