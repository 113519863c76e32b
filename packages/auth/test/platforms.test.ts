import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import nodeFetch, { Request as NodeRequest } from "node-fetch";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createAuth, type AuthEvent, type AuthOptions, type Fetch } from "../src/index.ts";
import { memoryStore } from "../src/stores/memory/memory-store.ts";
import { webStore } from "../src/stores/web/web-store.ts";
import { credentials } from "./support/fake-service.ts";

/** What the service got, in order: method, path, token and body. */
const served: string[] = [];
const contentTypes: (string | undefined)[] = [];
let base = "";

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};

/** Refuses the token `expired`; a login gives `L1`, and the first call with `L1` rotates to `L2`. */
const server = createServer(async (request, response) => {
  const { method = "", url = "", headers } = request;
  const token = headers.authorization?.replace(/^bearer /, "") ?? "-";
  served.push(`${method} ${url} ${token} ${await textOf(request)}`.trim());
  contentTypes.push(headers["content-type"]);
  response.setHeader("content-type", "application/json");
  if (url === "/auth/login") response.setHeader("authorization", "bearer L1");
  else if (token === "expired") response.statusCode = 401;
  else if (url === "/units" && token === "L1") response.setHeader("authorization", "bearer L2");
  response.end(JSON.stringify({ data: { token: `bearer ${token}` } }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => void vi.unstubAllGlobals());

/** A platform: what it puts into the global scope, and its `fetch`. */
interface Platform {
  readonly fetch?: Fetch;
  readonly globals?: Record<string, unknown>;
  readonly options?: Partial<AuthOptions>;
}

/** The platform's own `fetch`, whose responses are changed like this. */
const responding =
  (change: (response: Response) => object): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    return change(response) as Response;
  };

/** A response with these members only, as another library makes them. */
const plainResponse = async (response: Response, more: object = {}): Promise<object> => {
  const text = await response.text();
  const { status, ok, url } = response;
  return {
    status,
    ok,
    url,
    headers: response.headers,
    text: async () => text,
    json: async () => JSON.parse(text),
    ...more,
  };
};

const withBody = (response: Response, body: unknown): Response =>
  Object.defineProperty(response, "body", { get: () => (typeof body === "function" ? body() : body) });

/** As React Native has it: aborts without a reason. */
class PlainSignal extends EventTarget {
  aborted = false;
}
class PlainController {
  readonly signal = new PlainSignal();
  abort(): void {
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event("abort"));
  }
}
/** As React Native has it: no iteration. */
class PlainHeaders {
  readonly map: Record<string, string> = {};
  constructor(given?: Record<string, string> | PlainHeaders | [string, string][]) {
    if (given instanceof PlainHeaders) Object.assign(this.map, given.map);
    else if (Array.isArray(given)) for (const [name, value] of given) this.set(name, value);
    else for (const [name, value] of Object.entries(given ?? {})) this.set(name, value);
  }
  set(name: string, value: string): void {
    this.map[name.toLowerCase()] = value;
  }
  get(name: string): string | null {
    return this.map[name.toLowerCase()] ?? null;
  }
  has(name: string): boolean {
    return name.toLowerCase() in this.map;
  }
  delete(name: string): void {
    delete this.map[name.toLowerCase()];
  }
}
const reactNative: Fetch = async (input, init = {}) => {
  const headers = init.headers instanceof PlainHeaders ? init.headers.map : init.headers;
  const { signal, ...rest } = init;
  if (signal?.aborted) throw new TypeError("Network request failed");
  const response = await fetch(input, { ...rest, ...(headers && { headers: headers as Record<string, string> }) });
  const own = new PlainHeaders(Object.fromEntries(response.headers));
  return (await plainResponse(response, { headers: own, type: "default" })) as Response;
};

const reactNativeGlobals = { AbortController: PlainController, Headers: PlainHeaders };

/** Another realm: this `fetch` takes its own signals only. */
const ownSignalsOnly: Fetch = async (input, init = {}) => {
  if (init.signal)
    throw new TypeError('RequestInit: Expected signal ("AbortSignal {}") to be an instance of AbortSignal.');
  return fetch(input, init);
};

/** Older workerd: this member of the options is not implemented. */
const withoutCache =
  (message: string): Fetch =>
  async (input, init = {}) => {
    if ("cache" in init) throw new TypeError(message);
    return fetch(input, init);
  };

const platforms: Record<string, Platform> = {
  "the platform itself": {},
  "node-fetch": { fetch: nodeFetch as unknown as Fetch },
  "React Native": { fetch: reactNative, globals: reactNativeGlobals },
  "React Native, with a store": {
    fetch: reactNative,
    globals: reactNativeGlobals,
    options: { store: memoryStore() },
  },
  "a body without cancel": { fetch: responding((response) => withBody(response, {})) },
  "a body whose cancel throws": {
    fetch: responding((response) => withBody(response, { cancel: () => expect.unreachable("cancel") })),
  },
  "a body whose cancel returns nothing": {
    fetch: responding((response) => withBody(response, { cancel: () => undefined })),
  },
  "a body that cannot be looked at": {
    fetch: responding((response) =>
      withBody(response, () => {
        throw new TypeError("not implemented");
      }),
    ),
  },
  "a response without body, redirected and type": { fetch: responding((response) => plainResponse(response)) },
  "signals of another realm": { fetch: ownSignalsOnly },
  "no option cache (older workerd)": {
    fetch: withoutCache("The 'cache' field on 'RequestInitializerDict' is not implemented."),
  },
  "no value of the option cache": { fetch: withoutCache("Unsupported cache mode: no-store") },
  "a Request without cache": {
    fetch: withoutCache("unknown member"),
    globals: { Request: Object.assign(() => undefined, { prototype: {} }) },
  },
  "locks that return nothing": {
    options: {
      store: webStore({ name: "odd", platform: { navigator: { locks: { request: (() => undefined) as never } } } }),
    },
  },
};

describe.each(Object.entries(platforms))("on a platform with: %s", (_name, { fetch, globals = {}, options = {} }) => {
  const open = () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    served.length = 0;
    return createAuth({ baseUrl: base, credentials, ...(fetch && { fetch }), ...options });
  };

  test("a session logs in, calls, rotates, reconciles and logs out", async () => {
    const session = open();
    const errors: AuthEvent[] = [];
    session.subscribe((event) => void (event.type.endsWith("_error") && errors.push(event)));
    await session.login();
    expect((await session.fetch(`${base}/units`, { method: "POST", body: "a" })).status).toBe(200);
    expect(await session.getToken()).toBe("L2");
    expect(await session.refresh()).toBe(true);
    expect(await session.logout()).toEqual({ remote: true });
    const body = JSON.stringify(credentials);
    expect(served).toEqual([
      `POST /auth/login - ${body}`,
      "POST /units L1 a",
      "GET /auth/token L2",
      "POST /auth/logout L2",
    ]);
    expect(errors).toEqual([]);
  });

  test("a refused call is repeated after one login", async () => {
    const session = open();
    session.adopt("expired");
    const headers = { "content-type": "text/plain" };
    const response = await session.fetch(`${base}/units`, { method: "POST", headers, body: "a" });
    expect(response.status).toBe(200);
    expect(served.map((line) => line.replace(/ \{.*/, ""))).toEqual([
      "POST /units expired a",
      "POST /auth/login -",
      "POST /units L1 a",
    ]);
  });

  test("a signal of the caller, also of another realm, ends a call", async () => {
    const session = open();
    session.adopt("L2");
    const controller = new PlainController();
    controller.abort();
    const init = { signal: controller.signal as unknown as AbortSignal };
    await expect(session.fetch(`${base}/units`, init)).rejects.toBeDefined();
  });
});

/** What a `Request` of another realm or library has; the platform's `fetch` takes it for a URL. */
const foreignRequest = (given: Request): Request => {
  const { url, method, headers, body } = given;
  const signal = new PlainSignal();
  const own = { url, method, headers, body, signal, redirect: "manual", arrayBuffer: () => given.arrayBuffer() };
  return own as unknown as Request;
};

const requests: Record<string, (init: RequestInit) => Request> = {
  "of another realm": (init) => foreignRequest(new Request(`${base}/units`, init)),
  "of node-fetch": (init) => new NodeRequest(`${base}/units`, init as object) as unknown as Request,
};

describe.each(Object.entries(requests))("a Request %s", (_which, make) => {
  const open = (token: string) => {
    served.length = 0;
    const session = createAuth({ baseUrl: base, credentials });
    session.adopt(token);
    return session;
  };

  test("is sent with its URL, method, headers and body, and sent again after a 401", async () => {
    const headers = { "content-type": "text/x-own", "idempotency-key": "k" };
    const response = await open("expired").fetch(make({ method: "PUT", headers, body: "abc" }));
    expect(response.status).toBe(200);
    expect(served.filter((line) => line.includes("/units"))).toEqual(["PUT /units expired abc", "PUT /units L1 abc"]);
    expect(contentTypes.slice(-3)).toEqual(["text/x-own", "application/json", "text/x-own"]);
  });

  test("without a body is sent with the options that are given with it", async () => {
    const response = await open("L2").fetch(make({ method: "GET" }), { method: "DELETE" });
    expect(response.status).toBe(200);
    expect(served).toEqual(["DELETE /units L2"]);
  });

  test("is sent as it is with options that are all undefined", async () => {
    const session = open("L2");
    const request = make({ method: "POST", body: "a", headers: { "content-type": "text/plain" } });
    await session.fetch(request, { method: undefined, body: undefined, signal: undefined } as object);
    expect(served).toEqual(["POST /units L2 a"]);
  });

  test("with an Authorization header is left alone", async () => {
    await open("L2").fetch(make({ method: "GET", headers: { authorization: "bearer own" } }));
    expect(served).toEqual(["GET /units own"]);
  });
});

test("the signal of a Request of another realm ends its call", async () => {
  const session = createAuth({ baseUrl: base, credentials });
  session.adopt("L2");
  const request = foreignRequest(new Request(`${base}/units`));
  const call = session.fetch(request);
  Object.assign(request.signal, { aborted: true, reason: new Error("enough") }).dispatchEvent(new Event("abort"));
  await expect(call).rejects.toThrow("enough");
  await expect(session.fetch(request)).rejects.toThrow("enough");
});

test("one signal of another realm for a hundred Requests gets one listener", async () => {
  const request = foreignRequest(new Request(`${base}/units`));
  const listen = vi.spyOn(request.signal, "addEventListener");
  const session = createAuth({ baseUrl: base, credentials, fetch: async () => new Response() });
  session.adopt("L2");
  for (let call = 0; call < 100; call++) await session.fetch(request);
  expect(listen).toHaveBeenCalledTimes(1);
});

test("a Request of the session can be sent by node-fetch", async () => {
  served.length = 0;
  const session = createAuth({ baseUrl: base, credentials, fetch: nodeFetch as unknown as Fetch });
  session.adopt("expired");
  const controller = new AbortController();
  const request = new session.Request(`${base}/units`, { method: "POST", body: "abc", signal: controller.signal });
  expect((await session.fetch(request)).status).toBe(200);
  expect(served.filter((line) => line.includes("/units"))).toEqual(["POST /units expired abc", "POST /units L1 abc"]);
  const call = session.fetch(new session.Request(`${base}/units`, { signal: controller.signal }));
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});
