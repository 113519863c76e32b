import { createAuth, type TokenSession } from "@fleet-api/auth";
import type { AuthContender, Connected, Service } from "./contender.ts";
import { echoClient, echoThrough } from "./echo-paths.ts";

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
