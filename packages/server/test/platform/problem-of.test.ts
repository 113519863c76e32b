import { describe, expect, it } from "vitest";
import { DbAbortedError, DbClosedError, DbError, DbTimeoutError, DbUnavailableError } from "../../src/db/index.ts";
import { PasswordsBusyError } from "../../src/platform/index.ts";
import { problemOf } from "../../src/problem-of.ts";

describe("the problem that an error stands for", () => {
  it.each([
    new PasswordsBusyError(),
    new DbTimeoutError(),
    new DbClosedError("closed"),
    new DbUnavailableError("10.0.0.1 refuses"),
    new DbAbortedError(),
    new DbError("could not serialize access", { code: "40001" }),
    new DbError("deadlock detected", { code: "40P01" }),
  ])("is 503 unavailable in a second for %s, and quotes nothing of it", (error) => {
    const problem = problemOf(error);
    expect(problem).toMatchObject({ status: 503, code: "unavailable", extra: { retry_after_s: 1, cause: error } });
    expect(problem?.message).not.toContain(error.message);
  });

  it("is none for what nobody foresaw: a refused statement, a mistake", () => {
    expect(problemOf(new DbError("syntax", { code: "42601" }))).toBeNull();
    expect(problemOf(new TypeError("x is undefined"))).toBeNull();
  });
});
