import { createAuth, type Fetch, type TokenSession } from "@fleet-api/auth";
import axios, { type AxiosInstance } from "axios";
import { createAuthRefresh } from "axios-auth-refresh";
import { OAuth2Client } from "google-auth-library";
import createClient, { type Client, type Middleware } from "openapi-fetch";

/** The service as a contender is told about it. */
export interface Service {
  readonly baseUrl: string;
  /** Transport to it: the real `fetch`, or one in virtual time. */
  readonly fetch: Fetch;
  /** The token to begin with. */
  readonly token: string;
  /** Milliseconds on the clock of the run. */
  readonly now: () => number;
}

/** One client with its way of keeping a token, connected to a service. */
export interface Connected {
  /** A call that needs a token: GET without a text, POST with one. Gives the text that the service says it received. */
  readonly echo: (text: string | undefined) => Promise<string | undefined>;
  /** The token that the next call would be sent with, without scheme. */
  readonly held: () => Promise<string | undefined>;
  /** Resolves when nothing is under way in the background. */
  readonly settled: () => Promise<void>;
}

/** One way of keeping a token. */
export interface AuthContender {
  readonly name: string;
  readonly connect: (service: Service) => Connected;
}

/** The token of an `Authorization` header. */
export function tokenIn(header: string | null | undefined): string | undefined {
  return /^bearer (.+)$/i.exec(header ?? "")?.[1];
}

/** Asks the service for a new token. */
export async function logIn({ fetch, baseUrl }: Service): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "demo.operator", password: "demo" }),
  });
  await response.body?.cancel();
  const token = tokenIn(response.headers.get("authorization"));
  if (token === undefined) throw new Error(`the login answered ${response.status} without a token`);
  return token;
}

interface Echoed {
  200: { content: { "application/json": { data: { body: string } } } };
}

/** The one operation that the contenders call, as openapi-fetch types it: the contract has none that echoes. */
export interface EchoPaths {
  "/echo": {
    parameters: Record<never, never>;
    get: { responses: Echoed };
    post: { requestBody: { content: { "application/json": { text: string } } }; responses: Echoed };
  };
}

/** A client of openapi-fetch for that operation. */
export function echoClient({ baseUrl, fetch }: Service, options: { Request?: typeof Request } = {}): Client<EchoPaths> {
  return createClient<EchoPaths>({ baseUrl, fetch, ...options });
}

/** The call, through such a client. */
export function echoThrough(client: Client<EchoPaths>): (text: string | undefined) => Promise<string | undefined> {
  return async (text) => {
    const answer = text === undefined ? await client.GET("/echo") : await client.POST("/echo", { body: { text } });
    return textIn(answer.data?.data.body);
  };
}

/** The text inside the body that the service received. */
export function textIn(body: string | undefined): string | undefined {
  if (body === undefined || body === "") return body;
  const { text }: { text: string } = JSON.parse(body);
  return text;
}

/** openapi-fetch with `fetch` and `Request` of a session. */
export const oursBound: AuthContender = {
  name: "ours, bind()",
  connect(service) {
    const session = open(service);
    return connected(session, echoThrough(echoClient({ ...service, ...session.bind() }, session.bind())));
  },
};

/** openapi-fetch with the middleware of a session. */
export const oursMiddleware: AuthContender = {
  name: "ours, middleware()",
  connect(service) {
    const session = open(service);
    const client = echoClient(service, { Request: session.Request });
    client.use(session.middleware());
    return connected(session, echoThrough(client));
  },
};

function open({ baseUrl, fetch, token, now }: Service): TokenSession {
  const session = createAuth({
    baseUrl,
    fetch,
    credentials: { username: "demo.operator", password: "demo" },
    clock: { now, monotonic: now },
  });
  session.adopt(token);
  return session;
}

function connected(session: TokenSession, echo: Connected["echo"]): Connected {
  return { echo, held: () => session.getToken(), settled: () => session.flush() };
}

/**
 * The middleware that is written in an afternoon: puts the token on the request, takes the one of each answer, and
 * for a 401 logs in and sends a copy of the request, kept by `clone()`.
 */
export const plainMiddleware: AuthContender = {
  name: "plain onResponse middleware",
  connect(service) {
    const token = { held: service.token };
    const client = echoClient(service);
    client.use(middleware(service, token));
    return { echo: echoThrough(client), held: async () => token.held, settled: async () => undefined };
  },
};

function middleware(service: Service, token: { held: string }): Middleware {
  const copies = new Map<string, Request>();
  return {
    onRequest({ request, id }) {
      request.headers.set("authorization", `bearer ${token.held}`);
      copies.set(id, request.clone());
      return request;
    },
    async onResponse({ response, id, options }) {
      const copy = copies.get(id);
      copies.delete(id);
      token.held = tokenIn(response.headers.get("authorization")) ?? token.held;
      if (response.status !== 401 || copy === undefined) return undefined;
      token.held = await logIn(service);
      copy.headers.set("authorization", `bearer ${token.held}`);
      return options.fetch(copy);
    },
  };
}

/** As its README has it, with an interceptor that takes the token of each answer. */
export const axiosAuthRefresh: AuthContender = refreshing("axios-auth-refresh, as it comes", true);

/** With the queue and the shared refresh switched off. */
export const axiosAuthRefreshApart: AuthContender = refreshing("axios-auth-refresh, deduplicateRefresh: false", false);

function refreshing(name: string, deduplicateRefresh: boolean): AuthContender {
  return {
    name,
    connect(service) {
      let held = service.token;
      const client = axios.create({ baseURL: service.baseUrl, adapter: "fetch", env: { fetch: service.fetch } });
      client.interceptors.request.use((config) => {
        config.headers.set("authorization", `bearer ${held}`);
        return config;
      });
      client.interceptors.response.use((response) => {
        held = tokenIn(String(response.headers["authorization"])) ?? held;
        return response;
      });
      const refresh = async (): Promise<void> => {
        held = await logIn(service);
      };
      // What it does without options is what is compared, so none are given then.
      createAuthRefresh(asItKnowsAxios(client), refresh, deduplicateRefresh ? {} : { deduplicateRefresh });
      return {
        async echo(text) {
          const { data } = await (text === undefined ? client.get("/echo") : client.post("/echo", { text }));
          return textIn(data.data.body);
        },
        held: async () => held,
        settled: async () => undefined,
      };
    },
  };
}

/** Its declarations stand for the CommonJS build of axios, whose types are a second copy of the same. */
function asItKnowsAxios(client: AxiosInstance): Parameters<typeof createAuthRefresh>[0] {
  return client as unknown as Parameters<typeof createAuthRefresh>[0];
}

/** With `forceRefreshOnFailure`, without which it would not look at a 401. Its token endpoint is the service's login. */
export const googleAuthLibrary: AuthContender = {
  name: "google-auth-library, forceRefreshOnFailure",
  connect(service) {
    const tokenUrl = `${service.baseUrl}/oauth2/token`;
    const client = new OAuth2Client({
      clientId: "demo",
      clientSecret: "demo",
      endpoints: { oauth2TokenUrl: tokenUrl },
      forceRefreshOnFailure: true,
      transporterOptions: { fetchImplementation: withTokenEndpoint(service, tokenUrl) },
    });
    client.setCredentials({ access_token: service.token, refresh_token: "demo", expiry_date: Date.now() + 3_600_000 });
    return {
      async echo(text) {
        const { data } = await client.request<{ data: { body: string } }>({
          url: `${service.baseUrl}/echo`,
          ...(text === undefined ? {} : { method: "POST", data: { text } }),
        });
        return textIn(data.data.body);
      },
      held: async () => client.credentials.access_token ?? undefined,
      settled: async () => undefined,
    };
  },
};

/** Turns the login of the service, which answers in a header, into an OAuth 2 refresh, which answers in a body. */
function withTokenEndpoint(service: Service, tokenUrl: string): typeof fetch {
  return async (input, init) => {
    if (String(input) !== tokenUrl) return service.fetch(input, init);
    const token = await logIn(service);
    return Response.json({ access_token: token, token_type: "Bearer", expires_in: 3600, refresh_token: "demo" });
  };
}
