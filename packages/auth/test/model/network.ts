import type { Fetch } from "../../src/index.ts";
import { deferred } from "../support/deferred.ts";
import { describeResponse, finish, start, userOf, type MadeResponse, type Outcome } from "./responses.ts";
import { checkSend } from "./checks.ts";
import { baseUrl, endorse, note, tick, tokenName, type Client, type Exchange, type World } from "./world.ts";

/** The network of one session: every request waits until the run lets it go on. */
export function transportOf(world: World, client: () => Client): Fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { promise, resolve, reject } = deferred<Response>();
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    if (signal?.aborted) {
      // Nothing leaves.
      reject(signal.reason);
      return promise;
    }
    const exchange = open(world, client(), request, resolve, reject);
    checkSend(world, exchange);
    const abort = (): void => {
      close(world, exchange);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    // Node keeps the signal of a Request as long as the Request lives. A listener that leads to the Request would keep both,
    // and with them the whole run, for ever.
    const forget = (): void => signal?.removeEventListener("abort", abort);
    promise.then(forget, forget);
    request.text().then(
      (body) => {
        exchange.body = body;
        checkBody(world, exchange);
        const user = exchange.path === "/auth/login" ? userOf(body) : undefined;
        if (user) endorse(world, exchange.client, user);
        if (world.isWell) advanceExchange(world, exchange, 3, "ok");
      },
      () => undefined,
    );
    return promise;
  };
}

function open(
  world: World,
  client: Client,
  { url, method, headers, redirect }: Request,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): Exchange {
  const path = new RegExp(`^${baseUrl}(/[^?#]*)`).exec(url)?.[1];
  const header = headers.get("authorization");
  const call = world.calls.get(headers.get("x-call") ?? "");
  const exchange: Exchange = {
    id: world.sends++,
    client,
    call,
    isRepeated: (call?.sends.length ?? 0) > 0,
    url,
    method,
    path,
    isClaimed: header === claimed,
    token: header?.replace(/^bearer /, ""),
    redirect,
    epoch: client.session.snapshot().epoch,
    sentAt: tick(world),
    body: undefined,
    phase: "sent",
    accepted: undefined,
    chosen: undefined,
    resolve,
    reject,
  };
  world.exchanges.push(exchange);
  note(world, `${client.name} sends #${exchange.id} ${method} ${path ?? url} with ${tokenName(world, exchange.token)}`);
  return exchange;
}

/** What a caller sends in the header who brings a token of its own. */
export const claimed = "Basic eA==";

function checkBody(world: World, { call, body, id }: Exchange): void {
  if (call?.body !== undefined && call.body !== body) {
    world.violations.push(`#${id} was sent with another body than the call was made with`);
  }
}

function close(world: World, exchange: Exchange): void {
  const index = world.exchanges.indexOf(exchange);
  if (index >= 0) world.exchanges.splice(index, 1);
}

/** Requests that can go on now. */
export function waiting(world: World): readonly Exchange[] {
  return world.exchanges.filter(({ phase, body }) => phase !== "hung" && body !== undefined);
}

/** Lets a request go so many steps: served first, then answered, then delivered. */
export function advanceExchange(world: World, exchange: Exchange, steps: number, outcome: Outcome): void {
  if (outcome === "unreachable") return fail(world, exchange, outcome);
  for (let step = 0; step < steps; step++) {
    if (exchange.phase === "sent") start(world, exchange, outcome);
    else if (exchange.phase === "started") exchange.phase = "finished";
    else return end(world, exchange, outcome);
  }
}

function end(world: World, exchange: Exchange, outcome: Outcome): void {
  const isLogin = exchange.path === "/auth/login" && exchange.redirect === "manual";
  const made = isLogin && outcome.startsWith("redirected") ? moved() : finish(world, exchange, outcome);
  if (outcome === "lost") return fail(world, exchange, outcome);
  if (outcome === "hangs") {
    exchange.phase = "hung";
    return note(world, `#${exchange.id} hangs`);
  }
  note(world, `#${exchange.id} gets ${describeResponse(world, made)}${outcome === "ok" ? "" : ` (${outcome})`}`);
  remember(world, exchange, made);
  close(world, exchange);
  exchange.resolve(made.response);
}

/** A login does not follow redirects. */
function moved(): MadeResponse {
  return { response: new Response(null, { status: 307, headers: { location: "https://eve.example/" } }) };
}

export function fail(world: World, exchange: Exchange, why: string): void {
  note(world, `#${exchange.id} fails (${why})`);
  close(world, exchange);
  exchange.reject(new TypeError("fetch failed"));
}

/** What the session now knows, if the response belongs to its present session. */
function remember(world: World, exchange: Exchange, { response, token }: MadeResponse): void {
  const { client, call, epoch, path, isClaimed } = exchange;
  const { state, session } = client;
  const isSeen = call?.isSeen ?? true;
  world.responses.push({ response, isHandedOver: !isSeen });
  const isLogin = path === "/auth/login";
  // The session does not know who logs in where the application sends the login itself.
  if (isLogin && call && token) {
    token.family.isAnonymous = true;
    if (isSeen && epoch === session.snapshot().epoch) {
      state.isLoggedOut = false;
      state.beganIn = epoch;
    }
  }
  if (isLogin && [401, 403, 422].includes(response.status)) state.isRejected = true;
  const isLogout = path === "/auth/logout";
  if (!token || !isSeen || isClaimed || isLogin || isLogout || token.family.user === "eve") return;
  if (epoch !== session.snapshot().epoch || exchange.token === undefined) return;
  const { delivered } = state;
  if (delivered?.epoch !== epoch || delivered.token.serial < token.serial) state.delivered = { epoch, token };
  // It replaced the token that was sent.
  if (token.text !== exchange.token && !response.headers.has("age") && !response.redirected) {
    state.superseded.add(exchange.token);
  }
}
