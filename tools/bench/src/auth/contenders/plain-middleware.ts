import type { Middleware } from "openapi-fetch";
import { type AuthContender, logIn, type Service, tokenIn } from "./contender.ts";
import { echoClient, echoThrough } from "./echo-paths.ts";

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
