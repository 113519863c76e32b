import axios, { type AxiosInstance } from "axios";
import { createAuthRefresh } from "axios-auth-refresh";
import { type AuthContender, logIn, tokenIn } from "./contender.ts";
import { textIn } from "./echo-paths.ts";

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
