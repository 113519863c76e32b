/** A service of the contract in memory, for tests of applications. For any test runner; no dependencies. */
export { example } from "./example.ts";
export type { Failure, Handler, Handlers, ProblemAnswer } from "./handler.ts";
export { problem } from "./problem.ts";
export type { RecordedCall } from "./recorded-call.ts";
export { createTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";
