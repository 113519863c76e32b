import createClient, { type Middleware } from "openapi-fetch";
import { isAuthError } from "../../src/index.ts";
import { Planned, credentialsOf } from "./client.ts";
import { claimed, transportOf } from "./network.ts";
import { track } from "./promises.ts";
import type { User } from "./service.ts";
import { baseUrl, endorse, tick, type Call, type Client, type World } from "./world.ts";

/** What is called. */
export const targets = [
  "get",
  "post",
  "stream",
  "optional",
  "foreign",
  "sibling",
  "claimed",
  "own_login",
  "own_logout",
] as const;

/** The way to the service: through `session.fetch`, or through openapi-fetch with `middleware()` and a later middleware. */
export const faces = ["fetch", "request", "middleware", "responding", "throwing", "throwing_late", "signing"] as const;

export interface CallSpec {
  readonly target: (typeof targets)[number];
  readonly face: (typeof faces)[number];
  /** The application may abort it. */
  readonly abortable: boolean;
  /** Of an own login. */
  readonly user: User;
}

const paths: Record<CallSpec["target"], `${"GET" | "POST"} ${string}`> = {
  get: "GET /units",
  post: "POST /units",
  stream: "POST /units",
  claimed: "GET /units",
  optional: "GET /tests/ping",
  own_login: "POST /auth/login",
  own_logout: "POST /auth/logout",
  foreign: "GET https://eve.example/api/v1/units",
  sibling: "GET https://fleet.example.com/api/v10/units",
};

/** Makes a call and watches it. `done` gets the status. */
export function startCall(world: World, client: Client, spec: CallSpec): Call {
  const { target, face } = spec;
  const id = `${target}-${tick(world)}`;
  const [method = "GET", path = ""] = paths[target].split(" ");
  const body = bodyOf(spec, id, method);
  const isFetch = face === "fetch" || face === "request";
  const call: Call = {
    id,
    client,
    face: isFetch ? "fetch" : face === "signing" ? face : "middleware",
    startedAt: tick(world),
    epoch: client.session.snapshot().epoch,
    body,
    sends: [],
    isSeen: face !== "throwing_late",
  };
  world.calls.set(id, call);
  if (target === "own_login") endorse(world, client, spec.user);
  const headers = { "x-call": id, ...(target === "claimed" && { authorization: claimed }) };
  const aborter = spec.abortable ? new AbortController() : undefined;
  if (aborter) world.aborters.push(aborter);
  const init: CallInit = { method, headers, signal: aborter?.signal ?? null };
  if (body !== undefined) init.body = target === "stream" ? streamOf(body) : body;
  if (target === "stream") init.duplex = "half";
  const url = path.startsWith("/") ? baseUrl + path : path;
  const { session } = client;
  const answered = isFetch
    ? session.fetch(face === "fetch" ? url : new session.Request(url, init), face === "fetch" ? init : undefined)
    : throughMiddleware(world, client, spec, path, init);
  answered.catch((error: unknown) => {
    call.isBackedOff = isAuthError(error, "login_backoff");
    call.endedAt = world.clock.clock.monotonic();
  });
  track(world, client, "call", `${client.name} ${face} ${target} ${id}`, caught(answered, aborter), (response) => {
    if (!response) return;
    call.status = response.status;
    call.endedAt = world.clock.clock.monotonic();
    for (const one of world.responses) if (one.response === response) one.isHandedOver = true;
  });
  return call;
}

function bodyOf({ target, user }: CallSpec, id: string, method: string): string | undefined {
  if (target === "own_login") return JSON.stringify(credentialsOf(user));
  return method === "POST" && target !== "own_logout" ? `body of ${id}` : undefined;
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

/** The reason of the application's own signal is what it must get. */
async function caught(
  answered: Promise<Response>,
  aborter: AbortController | undefined,
): Promise<Response | undefined> {
  try {
    return await answered;
  } catch (error) {
    if (aborter?.signal.aborted && error === aborter.signal.reason) return undefined;
    throw error;
  }
}

interface CallInit extends RequestInit {
  duplex?: "half";
  body?: string | ReadableStream;
  headers: Record<string, string>;
}

type Operation = { responses: { 200: { content: { "application/json": object } } } };
type Paths = Record<
  string,
  { get: Operation; post: Operation & { requestBody?: { content: { "text/plain": unknown } } } }
>;

const later: Record<string, Middleware> = {
  responding: { onRequest: () => new Response("{}", { headers: { authorization: "bearer made.up" } }) },
  throwing: {
    onRequest() {
      throw new Planned("later middleware");
    },
  },
  throwing_late: {
    onResponse() {
      throw new Planned("later middleware");
    },
  },
};

const signing: Middleware = {
  async onRequest({ request }) {
    await undefined;
    request.headers.set("x-signature", `${request.headers.get("authorization")?.length}`);
    return request;
  },
};

async function throughMiddleware(
  world: World,
  client: Client,
  { face }: CallSpec,
  path: string,
  { method, headers, body, signal }: CallInit,
): Promise<Response> {
  const { session } = client;
  const isRelative = path.startsWith("/");
  const api = createClient<Paths>({
    baseUrl: isRelative ? baseUrl : new URL(path).origin,
    fetch: transportOf(world, () => client),
    Request: session.Request,
  });
  api.use(session.middleware(face === "signing" ? { after: [signing] } : {}));
  const second = later[face];
  if (second) api.use(second);
  const target = isRelative ? path : new URL(path).pathname;
  const options = { headers: { ...headers }, parseAs: "stream", ...(signal && { signal }) } as const;
  const posted = { ...(body && { body }), bodySerializer: (given: unknown) => given, duplex: "half" };
  const { response } = await (method === "POST"
    ? api.POST(target, { ...options, ...posted })
    : api.GET(target, options));
  return response;
}
