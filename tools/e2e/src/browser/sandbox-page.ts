/** What the tests of the sandbox run in a page of the docs site, reachable as `sandboxPage`. */
import { createAuth } from "@fleet-api/auth";
import { createFleetClient } from "@fleet-api/client";

/** What the site's script gives. */
interface Sandbox {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly logins: readonly { readonly username: string; readonly password: string }[];
  rotateAfter(ms: number | "default"): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}

interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly payload: { readonly token: string; readonly expires_at: string };
}

/** A response, or why there is none. */
interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly error: string;
}

const progress: [number, number][] = [];
const mail: Mail[] = [];
const tokens = new Set<string>();
let sandbox: Sandbox | undefined;
let token = "";

function opened(): Sandbox {
  if (sandbox === undefined) throw new Error("Call sandboxPage.open first.");
  return sandbox;
}

async function outcomeOf(response: Promise<Response>): Promise<Outcome> {
  try {
    const { status, headers, ...rest } = await response.then(async (one) => ({
      status: one.status,
      headers: Object.fromEntries(one.headers),
      body: one.headers.get("content-type")?.includes("json") === true ? await one.json() : await one.text(),
    }));
    return { status, headers, ...rest, error: "" };
  } catch (error) {
    return { status: 0, headers: {}, body: null, error: String(error) };
  }
}

const sandboxPage = {
  progress,
  mail,
  tokens,
  sandbox: opened,
  /** Opens the sandbox that the site's `sandbox.json` tells of. Resolves to an empty string, or to why it did not open. */
  async open(options: { readonly abortAtOnce?: boolean } = {}): Promise<string> {
    const manifest = new URL(`${document.documentElement.dataset["root"]}sandbox.json`, document.baseURI);
    const { module, files } = await (await fetch(manifest)).json();
    for (const file of Object.values<{ url: string }>(files)) file.url = new URL(file.url, manifest).href;
    const { openSandbox } = await import(new URL(module, manifest).href);
    const abort = new AbortController();
    const opening = openSandbox(files, {
      onProgress: (loaded: number, total: number) => {
        progress.push([loaded, total]);
        if (options.abortAtOnce === true) abort.abort();
      },
      onMessage: (message: Mail) => mail.push(message),
      signal: abort.signal,
    });
    try {
      sandbox = await opening;
      return "";
    } catch (error) {
      return String(error);
    }
  },
  /** Logs in and keeps the token for `call`. */
  async logIn(index = 0): Promise<number> {
    const { baseUrl, fetch: send, logins } = opened();
    const { username, password } = logins[index] ?? {};
    const response = await send(`${baseUrl}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    token = response.headers.get("authorization") ?? "";
    tokens.add(token);
    return response.status;
  },
  /** One request with the newest token. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Outcome> {
    const { baseUrl, fetch: send } = opened();
    const outcome = await outcomeOf(
      send(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: token,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    token = outcome.headers["authorization"] ?? token;
    tokens.add(token);
    return outcome;
  },
  /** A request to any address. */
  send: (url: string): Promise<Outcome> => outcomeOf(opened().fetch(url)),
  /** A request that is ended: before it is sent, or while it is under way. */
  async abort(when: "before" | "after"): Promise<string> {
    const { baseUrl, fetch: send } = opened();
    const controller = new AbortController();
    if (when === "before") controller.abort(new Error("not wanted"));
    const outcome = outcomeOf(
      send(`${baseUrl}/units/listing`, { headers: { authorization: token }, signal: controller.signal }),
    );
    // The request is handed over in a microtask, and the answer comes with a message: a task.
    if (when === "after") {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      controller.abort(new Error("not wanted any more"));
    }
    return (await outcome).error;
  },
  /** What becomes of requests that are under way when `act` is called. */
  async interrupt(act: "reset" | "close"): Promise<readonly string[]> {
    const under = Promise.all([sandboxPage.call("GET", "/units/listing"), sandboxPage.call("GET", "/clients/listing")]);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await opened()[act]();
    return (await under).map(({ error }) => error);
  },
  /** Counts the units and the tokens, by the client with the session of the auth package. */
  async listWithClient(): Promise<{ names: number; tokens: number }> {
    const { baseUrl, fetch: send, logins } = opened();
    const [login] = logins;
    if (login === undefined) throw new Error("There is no demo login.");
    const seen = new Set<string>();
    const auth = createAuth({ baseUrl, fetch: send, credentials: async () => login });
    auth.subscribe((event) => {
      if (event.type === "token") seen.add(event.fingerprint);
    });
    const fleet = createFleetClient({ baseUrl, ...auth.bind() });
    const names = new Set<string>();
    for await (const unit of fleet.units.listing({ query: { per_page: 25 } })) names.add(unit.name);
    return { names: names.size, tokens: seen.size };
  },
};

type SandboxPage = typeof sandboxPage;

declare global {
  var sandboxPage: SandboxPage;
}

globalThis.sandboxPage = sandboxPage;
