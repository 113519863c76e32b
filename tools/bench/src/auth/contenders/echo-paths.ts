import createClient, { type Client } from "openapi-fetch";
import type { Service } from "./contender.ts";

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
