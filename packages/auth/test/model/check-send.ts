import { endorse, tokenName, violate, type Exchange, type World } from "./world.ts";

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
  const isStart = setup.credentials !== "object" && !client.events.some(({ type }) => type === "token");
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
