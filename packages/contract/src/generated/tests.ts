/** Generated from spec/resources/tests by tools/codegen. Do not edit: change the contract and run `pnpm codegen`. */

import type { Call, CallOptions, EmptyInput, FailureResult, Ok, ProblemResult } from "../call.ts";
import type { OperationRow } from "../operation-row.ts";
import type { Notices } from "./shared.ts";

/** Operations under `fleet.tests`. */
export interface TestsApi {
  /**
   * Check connectivity. `GET /tests/ping`
   *
   * Checks connectivity.
   *
   * Succeeds if the service reaches its database. An access token is optional.
   *
   * Problem codes: `malformed_request`, `validation_failed`, `too_many_requests`, `internal_error`, `unavailable`.
   * Permission: none; an access token is optional. Reference: `/docs/v1/operations/testsPing/` of the service.
   * @example
   * const result = await fleet.tests.ping();
   * if (result.ok) console.log(result.data);
   */
  ping(input?: EmptyInput, options?: CallOptions): Call<TestsPingSuccess, TestsPingFailure>;
}

export type TestsPingSuccess = Ok<200, Pong, "authorization">;
export type TestsPingFailure =
  | ProblemResult<400, "malformed_request", "authorization"> | ProblemResult<422, "validation_failed", "authorization">
  | ProblemResult<429, "too_many_requests", "authorization" | "retry-after">
  | ProblemResult<500, "internal_error", "authorization">
  | ProblemResult<503, "unavailable", "authorization" | "retry-after"> | FailureResult;

/** The types of these operations, by id. */
export interface TestsOperationTypes {
  testsPing: { input: EmptyInput; success: TestsPingSuccess; failure: TestsPingFailure; item: never };
}

/** The service is available. */
export interface Pong {
  /** Always true. */ pong: true;
  /** Version of the contract that the service implements. */ version: string;
  /** Time of the service, UTC. */ time: string;
}

/** The envelope of Pong. */ export interface PongEnvelope { data: Pong; notices?: Notices }

/** The operations of this group as data. */
export const testsOperations = {
  testsPing: { id: "testsPing", group: "tests", method: "ping", verb: "GET", path: "/tests/ping", pathParams: [],
    query: [], body: false, success: [200], paged: false, auth: "optional", permission: null,
    problems: { 400: ["malformed_request"], 422: ["validation_failed"], 429: ["too_many_requests"],
      500: ["internal_error"], 503: ["unavailable"] } },
} as const satisfies Record<string, OperationRow>;
