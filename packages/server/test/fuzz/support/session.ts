import type { Service } from "../../support/service.ts";
import type { Operation } from "../../support/contract-operations.ts";
import { issueToken, liveToken } from "./fixtures.ts";
import { whyWrong } from "./hold-to-contract.ts";
import type { WireAnswer, WireRequest } from "./send.ts";
import { curlLine, jsonOf, send } from "./send.ts";
import type { Input } from "./valid-requests.ts";

/** Sends the requests of a property and holds every answer to the contract. */
export interface Session {
  /** A token of a demo user. */
  token(username?: string): Promise<string>;
  /** Logs in anew from now on, because much time has passed. */
  renew(): void;
  /**
   * Sends a request and returns its answer.
   * @throws Error with the request as a command of a shell, for an answer that breaks the contract or fails `judge`
   */
  ask(operation: Operation, request: WireRequest, judge: Judge): Promise<WireAnswer>;
  /** The input with tokens that work in place of `liveToken`. */
  withLiveToken(input: Input): Promise<Input>;
}

/** Why an answer is not the expected one; null if it is. */
export type Judge = (answer: WireAnswer) => string | null;

/** One session; `breaches` are the texts of answers that the service did not send, newest last. */
export function openSession(service: Service, breaches: readonly string[]): Session {
  const tokens = new Map<string, string>();
  const { baseUrl } = service.server;
  return {
    token: async (username = "demo-partner-admin") => {
      const known = tokens.get(username);
      if (known !== undefined) return known;
      const token = await service.login(username);
      tokens.set(username, token);
      return token;
    },
    renew: () => tokens.clear(),
    ask: async (operation, request, judge) => {
      const answer = await send(baseUrl, request);
      const newer = answer.headers["authorization"];
      const reason = (answer.status === 405 ? null : whyWrong(operation, answer)) ?? judge(answer);
      if (answer.status === 429) service.clock.advance(jsonOf(answer).retry_after_s! * 1000);
      for (const [username, token] of tokens) {
        if (newer !== undefined && request.headers.some(([, value]) => value === token)) tokens.set(username, newer);
      }
      if (reason === null) return answer;
      const breach = answer.status === 500 ? (breaches.at(-1) ?? "") : "";
      throw new Error(
        `${operation.id}: ${reason} ${breach}\n${curlLine(baseUrl, request)}\n${answer.status} ${answer.text}`,
      );
    },
    withLiveToken: async (input) => {
      const body: Record<string, unknown> = Object(input.body);
      for (const name of ["token", "registration_token"]) {
        if (body[name] === liveToken) return { ...input, body: { ...body, [name]: await issueToken(service, name) } };
      }
      const path = input.path["registration_token"];
      if (path !== liveToken) return input;
      return { ...input, path: { registration_token: await issueToken(service, "registration_token") } };
    },
  };
}
