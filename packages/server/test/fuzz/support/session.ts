import type { Problem } from "@fleet-api/contract";
import { strictResponses } from "@fleet-api/contract/validators/strict";
import { byTier } from "@fleet-api-tools/test-tier";
import type { ResponseEntry } from "@fleet-api-tools/openapi-document";
import type fc from "fast-check";
import { beforeAll } from "vitest";
import { contractCheck } from "../../../src/index.ts";
import type { Operation } from "../../support/contract-operations.ts";
import type { Service } from "../../support/service.ts";
import { useService } from "../../support/service.ts";
import { issueToken, liveToken } from "./fixtures.ts";
import type { WireAnswer, WireRequest } from "../../support/send.ts";
import { curlLine, jsonOf, send } from "../../support/send.ts";
import type { Input } from "./valid-requests.ts";
import { fitting } from "../../support/values-of-schema.ts";

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
      const answer = await sendUntilCarriedOut(baseUrl, request);
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

/** How often a request is sent that met other changes. */
const MAX_MEETINGS = 10;

/**
 * Sends a request again while other requests change the same records, as the answer asks for: requests of all operations meet on
 * PostgreSQL, and on a busy machine one may wait for a lock longer than the service waits.
 */
async function sendUntilCarriedOut(baseUrl: string, request: WireRequest): Promise<WireAnswer> {
  for (let count = 1; ; count += 1) {
    const answer = await send(baseUrl, request);
    const isMet = answer.status === 503 && jsonOf(answer).detail === "Too many changes at once. Try again.";
    if (!isMet || count === MAX_MEETINGS) return answer;
  }
}

const check = contractCheck(strictResponses);

/** Longer than any run: how long one takes depends on how many cases it has. */
export const fuzzTimeoutMs = 24 * 60 * 60_000;

/** A service of its own for a suite, which says why it did not send an answer, and the session of its requests. */
export function fuzzService(): { readonly service: Service; readonly session: () => Session } {
  const breaches: string[] = [];
  const service = useService({
    checkResponse: (operationId, response) => {
      try {
        check(operationId, response);
      } catch (error) {
        breaches.push(String(error));
        throw error;
      }
    },
  });
  let session: Session | undefined;
  beforeAll(() => {
    session = openSession(service, breaches);
  });
  return {
    service,
    session: () => {
      if (session === undefined) throw new Error("The service has not started.");
      return session;
    },
  };
}

/** `FLEET_FUZZ_SEED` and `FLEET_FUZZ_PATH`, which a failure prints, repeat it together with the name of its test. */
export function runOptions(numRuns: number): Pick<fc.Parameters<unknown>, "numRuns" | "seed" | "path"> {
  const { FLEET_FUZZ_SEED: seed, FLEET_FUZZ_PATH: path } = process.env;
  return { numRuns, ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) };
}

/** Headers that the contract describes where they may be; anywhere else they must not be. */
const describedHeaders = ["authorization", "etag", "location", "retry-after", "www-authenticate"];

/** Why an answer of an operation breaks the contract; null for a good one. Bodies of known statuses are checked by the service. */
export function whyWrong({ responses }: Operation, answer: WireAnswer): string | null {
  const row = responses[answer.status];
  if (answer.status >= 500) return "the service failed";
  if (row === undefined) return `the operation has no status ${answer.status}`;
  return wrongContent(row, answer) ?? wrongHeaders(row, answer);
}

function wrongContent({ mediaTypes, codes }: ResponseEntry, { headers, text }: WireAnswer): string | null {
  const type = headers["content-type"];
  if (mediaTypes.length === 0) return text === "" && type === undefined ? null : "the response has no content";
  if (type === undefined || !mediaTypes.includes(type)) return `the media type ${type} is not documented`;
  if (codes.length === 0) return null;
  const { code }: Problem = JSON.parse(text);
  return codes.includes(code) ? null : `the code ${code} is not documented for this status`;
}

function wrongHeaders({ headers: rows }: ResponseEntry, { headers }: WireAnswer): string | null {
  const undocumented = describedHeaders.find((name) => headers[name] !== undefined && rows[name] === undefined);
  if (undocumented !== undefined) return `the header ${undocumented} is not documented for this status`;
  for (const [name, row] of Object.entries(rows)) {
    const value = headers[name];
    if (value === undefined ? row.required === true : !accepts(row, value)) return `the header ${name} is ${value}`;
  }
  return null;
}

function accepts({ schema }: ResponseEntry["headers"][string], value: string): boolean {
  if (schema.const !== undefined) return value === String(schema.const);
  if (schema.type !== "integer") return fitting(schema)(value);
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return /^[0-9]+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

/** Cases of a round in the long run. */
const ROUND = 20_000;

/**
 * The cases of a suite in rounds, each of which has a service of its own, so that its database does not grow with their
 * number: as few as are given for `test` and `full`, and a share of `FLEET_FUZZ_CASES` in the heavy run.
 */
export function roundsOf(
  [test, full]: readonly [test: number, full: number],
  share: number,
): { readonly round: number; readonly size: number }[] {
  const cases = byTier(test, full, Number(process.env["FLEET_FUZZ_CASES"] ?? 1_000_000) * share);
  return Array.from({ length: Math.ceil(cases / ROUND) }, (_one, index) => ({
    round: index + 1,
    size: Math.min(ROUND, cases - index * ROUND),
  }));
}
