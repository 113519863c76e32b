import { AuthError } from "@fleet-api/auth";
import { describe, expect, it } from "vitest";
import { type CallPlace, explain } from "../src/try/explain.ts";

const here: CallPlace = {
  baseUrl: "http://127.0.0.1:4080/api/v1",
  origin: "http://127.0.0.1:4000",
  reachable: false,
  inPage: false,
};
const network = new TypeError("Failed to fetch");
const titleOf = (error: unknown, place: Partial<CallPlace> = {}): string => explain(error, { ...here, ...place }).title;

describe("the explanation of a failure", () => {
  it("tells a server that is not there from one that allows no other origin", () => {
    expect(titleOf(network)).toBe("No answer");
    expect(titleOf(network, { reachable: true })).toBe("The server does not allow calls from this page");
    expect(explain(network, { ...here, reachable: true }).text).toContain("add http://127.0.0.1:4000 to cors_origins");
  });

  it("knows what a page of https may not call", () => {
    const origin = "https://docs.example.com";
    expect(titleOf(network, { origin, baseUrl: "http://fleet.example.com/api/v1" })).toBe(
      "The browser blocks this address",
    );
    for (const baseUrl of ["http://127.0.0.1:4080/api/v1", "http://localhost/api/v1", "https://fleet.example.com/v1"])
      expect(titleOf(network, { origin, baseUrl })).toBe("No answer");
  });

  it("looks behind an error of the client, and behind a login that could not be processed", () => {
    const behind = (cause: unknown): Error => new Error("the call failed", { cause });
    expect(titleOf(behind(network))).toBe("No answer");
    expect(titleOf(behind(new AuthError("login_required", "no")))).toBe("Log in first");
    expect(titleOf(new AuthError("login_backoff", "later"))).toBe("No answer");
    expect(titleOf(new AuthError("login_backoff", "later", { status: 503 }))).toBe("The login has to wait");
    expect(titleOf(new AuthError("login_backoff", "later", { status: 404 }))).toBe("There is no login at this URL");
    expect(titleOf(network, { inPage: true })).toBe("The sandbox does not answer");
    expect(titleOf(behind(new DOMException("stop", "AbortError")))).toBe("Stopped");
  });

  it("says something about every other failure", () => {
    expect(titleOf(new AuthError("disposed", "the session was used after it was disposed"))).toBe("Stopped");
    expect(explain(new AuthError("too_many_waiters", "too many calls wait"), here).text).toContain("too many calls");
    expect(explain(new Error("broken"), here)).toEqual({ title: "The call failed", text: "broken" });
    expect(explain("odd", here)).toEqual({ title: "The call failed", text: "odd" });
  });

  it("names the header that a server has to expose", () => {
    for (const code of ["token_not_exposed", "token_missing"] as const)
      expect(explain(new AuthError(code, "hidden"), here).text).toContain(
        "Access-Control-Expose-Headers: Authorization",
      );
  });
});
