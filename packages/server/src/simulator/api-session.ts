/** Where the API is, and who uses it. */
export interface ApiAccess {
  /** Where the paths of the contract begin, such as `http://127.0.0.1:4080/api/v1`. */
  readonly baseUrl: string;
  /** A user with the permissions `monitoring.view` and `monitoring.ingest`. */
  readonly login: { readonly username: string; readonly password: string };
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A response that is no success. */
export class ApiFailure extends Error {
  readonly status: number;
  /** How long the service asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor(what: string, { status, headers }: Response) {
    super(`${what} failed with status ${status}`);
    this.name = "ApiFailure";
    this.status = status;
    const seconds = Number(headers.get("retry-after") ?? NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  }
}

/** Requests with a token. They must be sent one after the other. */
export interface ApiSession {
  /**
   * Sends a request and resolves with the `data` of the response. Logs in first where it has to.
   * @throws ApiFailure for a response that is no success
   * @throws what `fetch` throws
   */
  request<Data>(method: "GET" | "POST", path: string, body?: unknown): Promise<Data>;
}

/** How long a request may take. */
const LIMIT_MS = 60_000;

/** Makes a session that logs in with its first request. Requests end when the signal is aborted. */
export function openSession(access: ApiAccess, stopped: AbortSignal): ApiSession {
  const { baseUrl, fetch: send = globalThis.fetch } = access;
  const { username, password } = access.login;
  let token: string | null = null;

  const exchange = async (method: string, path: string, body: unknown): Promise<[Response, text: string]> => {
    const attempt = new AbortController();
    // `AbortSignal.any` is missing in some browsers that the sandbox supports.
    const stop = (): void => attempt.abort(stopped.reason);
    const limit = AbortSignal.timeout(LIMIT_MS);
    limit.addEventListener("abort", () => attempt.abort(limit.reason));
    stopped.addEventListener("abort", stop);
    try {
      stopped.throwIfAborted();
      const response = await send(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: "application/json",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(token !== null && { authorization: token }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: attempt.signal,
      });
      // Any response may bring a newer token.
      token = response.headers.get("authorization") ?? token;
      return [response, await response.text()];
    } finally {
      stopped.removeEventListener("abort", stop);
    }
  };
  const logIn = async (): Promise<void> => {
    token = null;
    const [response] = await exchange("POST", "/auth/login", { username, password });
    if (!response.ok) throw new ApiFailure("The login", response);
  };
  return {
    request: async (method, path, body) => {
      if (token === null) await logIn();
      let [response, text] = await exchange(method, path, body);
      if (response.status === 401) {
        await logIn();
        [response, text] = await exchange(method, path, body);
      }
      if (!response.ok) throw new ApiFailure(`${method} ${path}`, response);
      return JSON.parse(text).data;
    },
  };
}
