import { demoUser, type Credentials, type DemoService } from "../service/demo-service.ts";
import type { RawAnswer, RawRequest } from "../traffic/send.ts";
import { send } from "../traffic/send.ts";

/** A request of the suite. */
export interface Call extends Omit<RawRequest, "headers" | "body"> {
  /** Access token with its scheme. */
  readonly token?: string;
  readonly headers?: RawRequest["headers"];
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as it is, for bodies that are no JSON. */
  readonly text?: string;
  /** Media type of the body. @default "application/json" */
  readonly mediaType?: string;
  /** The status that has to come back. @default any: what comes is for the coverage to judge */
  readonly status?: number;
}

/** Where the suite plays: a service, and the recorder in front of it. */
export interface Stage {
  readonly service: DemoService;
  /** Sends a request through the recorder; throws when another status comes back than the suite counts on. */
  call(call: Call): Promise<RawAnswer>;
  /** Logs a demo user in and gives the token with its scheme. */
  logIn(user?: Credentials): Promise<string>;
}

/** Makes a stage; `baseUrl` is that of the recorder. */
export function createStage(service: DemoService, baseUrl: string): Stage {
  const call: Stage["call"] = async ({
    method,
    path,
    token,
    headers = [],
    body,
    text,
    mediaType = "application/json",
    status,
  }) => {
    const sent = body === undefined ? text : JSON.stringify(body);
    const answer = await send(baseUrl, {
      method,
      path,
      headers: [
        ...(token === undefined ? [] : [["Authorization", token] as const]),
        ...(sent === undefined ? [] : [["Content-Type", mediaType] as const]),
        ...headers,
      ],
      ...(sent !== undefined && { body: sent }),
    });
    if (status === undefined || answer.status === status) return answer;
    // The body of a success may hold a token.
    const reason = answer.status < 400 ? "" : `: ${answer.body}`;
    throw new Error(`${method} ${path} was answered with ${answer.status}, not with ${status}${reason}`);
  };
  return {
    service,
    call,
    async logIn(user = demoUser("partner-admin")) {
      const { token } = await call({ method: "POST", path: "/auth/login", body: { ...user }, status: 200 });
      if (token === null) throw new Error("The login brought no token.");
      return token;
    },
  };
}
