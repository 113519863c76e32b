import type { paths } from "@fleet-api/contract";
import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import { createFleetClient, type FleetClient, type FleetClientOptions } from "../../src/index.ts";
import { openapiFetchTransport } from "../../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../../src/transport/fetch.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";
import { requestOf } from "../support/request-of.ts";

/** openapi-fetch as it comes, without our serialisers: the tests show a pitfall with it first. */
export function theirs(options: ClientOptions): Client<paths> {
  return createClient<paths>({ baseUrl, ...options });
}

/** The same calls with our client, over one transport and then over the other, without retries; what they gave. */
export async function ours<T>(
  options: Partial<FleetClientOptions>,
  use: (fleet: FleetClient) => PromiseLike<T>,
): Promise<[T, T]> {
  const over = async (transport: FleetClientOptions["transport"]): Promise<T> =>
    use(createFleetClient({ baseUrl, retry: false, ...options, transport }));
  return [await over(openapiFetchTransport), await over(fetchTransport)];
}

/** What both transports are to give. */
export function both<T>(expected: T): [T, T] {
  return [expected, expected];
}

/** A service that keeps the requests it was sent, with their bodies, and answers with an empty list. */
export function recorder() {
  const sent: { readonly url: string; readonly headers: Headers; readonly body: string }[] = [];
  return {
    sent,
    urls: () => sent.map(({ url }) => url),
    fetch: async (input: string | Request, init?: RequestInit): Promise<Response> => {
      const request = requestOf(input, init);
      sent.push({ url: request.url, headers: request.headers, body: await request.text() });
      return jsonResponse(page([], 1, 50, 0));
    },
  };
}

/** Input that the types refuse, as an untyped caller may give it. */
export function untyped(value: unknown): never {
  return value as never;
}
