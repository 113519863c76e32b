import { OAuth2Client } from "google-auth-library";
import { type AuthContender, logIn, type Service } from "./contender.ts";
import { textIn } from "./echo-paths.ts";

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
