/**
 * An error of the test or of the application, not of the service: the contract has no response for it. The client shows
 * its name alone ("no response from https://fleet.test/api/v1 (TestServerError)"); the server keeps it in `errors`.
 */
export class TestServerError extends Error {
  override readonly name = "TestServerError";
}
