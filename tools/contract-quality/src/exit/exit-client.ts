import { CONSUMERS } from "../consumers/consumer-list.ts";

/** A client that the call sites can run on. */
export interface ExitClient {
  readonly name: string;
  /** The file of `fixtures/call-sites/` that makes it look like ours. */
  readonly adapter: string;
  /** `node <script> <document> <folder>` generates it; ours is not generated. */
  readonly script?: string | undefined;
}

/** Ours. What it sends and reads is what the others are compared with. */
export const OURS: ExitClient = { name: "@fleet-api/client", adapter: "client.ts" };

/** Other ways to the service: our client over openapi-fetch, and two generators that share no code with it. */
export const WAYS_OUT: readonly ExitClient[] = [
  { name: "openapiFetchTransport", adapter: "openapi-fetch-transport.ts" },
  generated("redocly-client"),
  generated("hey-api"),
];

function generated(name: string): ExitClient {
  const script = CONSUMERS.find((consumer) => consumer.name === name)?.script;
  return { name, adapter: `${name}.ts`, script };
}
