/**
 * A service of the contract in memory, for tests of applications. For any test runner; no dependencies.
 *
 * @module
 */
export { example, type ExampleOf } from "./example.ts";
export type {
  Failure,
  Handler,
  HandlerAnswer,
  HandlerRequest,
  Handlers,
  ProblemAnswer,
  ProblemMembers,
} from "./handler.ts";
export { problem } from "./problem.ts";
export type { RecordedCall } from "./recorded-call.ts";
export { createTestServer, type TestServer, type TestServerOptions, type Times } from "./test-server.ts";
