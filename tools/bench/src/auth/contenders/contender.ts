import type { Fetch } from "@fleet-api/auth";

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
