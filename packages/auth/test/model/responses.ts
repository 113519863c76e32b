import { clockStart } from "../support/virtual-clock.ts";
import { tokenName, type Exchange, type World } from "./world.ts";
import { passwordOf, type Issued, type User } from "./service.ts";

/** How a request ends. */
export const outcomes = [
  "ok",
  /** The connection fails before, or after, the service did what was asked. */
  "unreachable",
  "lost",
  /** Served, and no response until the caller gives up. */
  "hangs",
  "too_many",
  "unavailable",
  "error_with_token",
  "forbidden",
  "not_found",
  "headers_too_large",
  /** 401, whatever was sent. */
  "refused",
  /** The same, with a newer token. */
  "refused_with_token",
  "redirected_inside",
  "redirected_outside",
  /** Made from the response of another origin, by a service worker, without a redirect. */
  "elsewhere",
  /** Out of the base URL and back, with a token that somebody else chose. */
  "redirected_back",
  /** An earlier response, out of a cache. */
  "cached",
  "malformed",
  "too_long",
  "blank",
  "other_scheme",
  /** The page may not read the header. */
  "hidden",
  /** By the server that is behind. */
  "other_server",
] as const;

export type Outcome = (typeof outcomes)[number];

/** A response, and the token in it that the session should order. */
export interface MadeResponse {
  readonly response: Response;
  readonly token?: Issued | undefined;
}

interface Facts {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly token?: Issued | undefined;
}

/** Serves the request, if it was not served yet: `start` and `finish` are the two places where a token is chosen. */
export function start({ service, setup }: World, exchange: Exchange, outcome: Outcome): void {
  const accepted = service.accepts(exchange.token, outcome === "other_server");
  exchange.accepted = accepted;
  const hasToken = accepted && exchange.path !== "/auth/logout";
  exchange.chosen = hasToken && setup.position === "start" ? service.handOut(accepted) : undefined;
  exchange.phase = "started";
}

/** Makes the response. */
export function finish(world: World, exchange: Exchange, outcome: Outcome): MadeResponse {
  const facts = served(world, exchange, outcome);
  const { status, headers, body, token } = facts;
  const date = dateOf(world, outcome);
  const all = {
    ...(date !== undefined && { date }),
    ...headers,
    ...(token && { authorization: `bearer ${token.text}` }),
  };
  return spoil(world, exchange, outcome, { status, headers: all, body, token });
}

/** What the service responds when nothing goes wrong. */
function served({ service, setup }: World, exchange: Exchange, outcome: Outcome): Facts {
  const { path, accepted, method } = exchange;
  const isQuiet = { status: 200, headers: {} };
  if (outcome === "too_many") return { status: 429, headers: { "retry-after": "30" } };
  if (outcome === "unavailable") return { status: 503, headers: { "retry-after": "1" } };
  if (outcome === "not_found") return { status: 404, headers: {} };
  if (outcome === "headers_too_large") return { status: 431, headers: {} };
  if (outcome === "refused") return { status: 401, headers: {} };
  if (outcome === "refused_with_token")
    return { status: 401, headers: {}, token: accepted && service.handOut(accepted) };
  if (path === undefined) return { ...isQuiet, token: service.logIn("eve", 0) };
  if (path === "/auth/login") {
    const user = userOf(exchange.body);
    if (user) service.counts.logins++;
    return user ? { ...isQuiet, token: service.logIn(user, exchange.sentAt) } : { status: 401, headers: {} };
  }
  if (!accepted) return { status: path === "/tests/ping" ? 200 : 401, headers: {} };
  if (path === "/auth/logout" && method === "POST") {
    accepted.family.revoked = true;
    return { status: 204, headers: {}, token: service.handOut(accepted) };
  }
  const token = setup.position === "start" ? exchange.chosen : service.handOut(accepted);
  const newest = service.newest(accepted.family).text;
  const body = path === "/auth/token" ? { data: { token: `bearer ${newest}` } } : { data: {} };
  return { status: 200, headers: {}, body, token };
}

/** What becomes of the response on its way. */
function spoil(
  world: World,
  exchange: Exchange,
  outcome: Outcome,
  { status, headers, body, token }: Facts,
): MadeResponse {
  const make = (given: Record<string, string>, as = status): Response =>
    new Response(as === 204 ? null : JSON.stringify(body ?? { data: {} }), { status: as, headers: given });
  const { authorization: _hidden, ...rest } = headers;
  const bodyToken = exchange.path === "/auth/token" && status === 200 ? newestOf(world, exchange) : undefined;
  const foreign = (): string => world.service.logIn("eve", 0).text;
  switch (outcome) {
    case "error_with_token":
      return { response: make(headers, status === 200 ? 500 : status), token };
    case "forbidden":
      return { response: make(headers, status === 200 ? 403 : status), token };
    case "redirected_inside":
      return { response: redirected(make(headers), exchange.url), token };
    case "redirected_outside":
      return {
        response: redirected(make({ ...headers, authorization: `bearer ${foreign()}` }), "https://eve.example/"),
      };
    case "elsewhere":
      return { response: from(make({ ...headers, authorization: `bearer ${foreign()}` }), "https://eve.example/") };
    case "redirected_back":
      return { response: redirected(make({ ...headers, authorization: `bearer ${foreign()}` }), exchange.url) };
    case "cached":
      return cached(exchange, make, rest) ?? { response: make(headers), token };
    case "malformed":
      return { response: make({ ...rest, authorization: "bearer one two" }) };
    case "too_long":
      return { response: make({ ...rest, authorization: `bearer ${"x".repeat(9_000)}` }) };
    case "blank":
      return { response: make({ ...rest, authorization: "bearer " }), token: bodyToken };
    case "other_scheme":
      return { response: make({ ...rest, authorization: "Basic eA==" }), token: bodyToken };
    case "hidden":
      return { response: Object.defineProperty(make(rest), "type", { value: "cors" }), token: bodyToken };
    default:
      return { response: make(headers), token: token ?? bodyToken };
  }
}

/** A response that a cache made of an earlier one: with the token of then. */
function cached(
  { accepted, method, path }: Exchange,
  make: (headers: Record<string, string>) => Response,
  rest: Record<string, string>,
): MadeResponse | undefined {
  const [oldest] = accepted?.family.tokens ?? [];
  if (!oldest || method !== "GET" || path === "/auth/token") return undefined;
  return { response: make({ ...rest, age: "100", authorization: `bearer ${oldest.text}` }) };
}

function newestOf({ service }: World, { accepted }: Exchange): Issued | undefined {
  return accepted && service.newest(accepted.family);
}

function redirected(response: Response, url: string): Response {
  return from(Object.defineProperty(response, "redirected", { value: true }), url);
}

function from(response: Response, url: string): Response {
  return Object.defineProperty(response, "url", { value: url });
}

function dateOf({ clock, setup }: World, outcome: Outcome): string | undefined {
  if (setup.dates === "none") return undefined;
  const behind = setup.dates === "skewed" && outcome === "other_server" ? 2_000 : 0;
  // Its clock does not jump with that of the client.
  return new Date(clockStart + clock.clock.monotonic() - behind).toUTCString();
}

/** Whose credentials these are; none for wrong ones. */
export function userOf(body: string | undefined): User | undefined {
  return (["anna", "bert"] as const).find(
    (user) => body === JSON.stringify({ username: user, password: passwordOf(user) }),
  );
}

export function describeResponse(world: World, { response }: MadeResponse): string {
  const header = response.headers.get("authorization");
  const token = header?.startsWith("bearer ") ? tokenName(world, header.slice(7, 80)) : (header ?? "no token");
  return `${response.status}${response.redirected ? " redirected" : ""}, ${token}`;
}
