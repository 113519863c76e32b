import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { openEvents, type EventsOptions } from "../../src/streams/index.ts";
import { problem } from "../support/answers.ts";
import { answering, eventAnswer, failing, feed, hurried, problemAnswer, run, stop, toArray, url } from "./support.ts";

describe("a connection", () => {
  it("is not made before the first step", async () => {
    const { fetch, asked } = answering(stop);
    const events = openEvents({ url, fetch });
    await Promise.resolve();
    expect(asked).toHaveLength(0);
    expect(await toArray(events)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("asks for an event stream, with the caller's headers, and resumes where it is told", async () => {
    const options = { headers: { "x-tenant": "7" }, lastEventId: "cursor-é€" };
    const { asked } = await run([stop], options);
    expect(asked[0]?.url).toBe(url);
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      accept: "text/event-stream",
      "x-tenant": "7",
      // UTF-8, as bytes.
      "last-event-id": "cursor-Ã©â\u0082¬",
    });
  });

  it("sends no id that a header cannot carry", async () => {
    const { asked, data } = await run([eventAnswer("id: 1\u00012\ndata: a\n\n"), stop]);
    expect(data).toEqual(["a"]);
    expect(asked[1]?.headers.has("last-event-id")).toBe(false);
  });

  it("ends the loop when the service answers 204", async () => {
    expect((await run([eventAnswer("data: a\n\n"), stop])).data).toEqual(["a"]);
  });

  it.each([
    ["another type", eventAnswer("data: a\n\n", { headers: { "content-type": "text/event-stream-ish" } })],
    ["a page of HTML", eventAnswer("<html>", { headers: { "content-type": "text/html" } })],
    ["another status of success", eventAnswer("data: a\n\n", { status: 206 })],
    ["a redirect that fetch did not follow", eventAnswer("", { status: 302 })],
  ])("is unexpected and not tried again with %s", async (_name, answer) => {
    const { error, asked } = await failing([answer]);
    expect(error).toMatchObject({ kind: "unexpected", operationId: "stream", status: answer.status });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it("takes parameters of the media type", async () => {
    const answer = eventAnswer("data: a\n\n", { headers: { "content-type": "Text/Event-Stream; charset=utf-8" } });
    expect((await run([answer, stop])).data).toEqual(["a"]);
  });
});

describe("refusals", () => {
  it("does not try a 401 again, and tells its problem", async () => {
    const { error, asked } = await failing([problemAnswer(401, "token_expired")]);
    expect(error).toMatchObject({
      kind: "http",
      code: "token_expired",
      status: 401,
      requestId: "req-7",
      message: "stream: 401 token_expired: about token_expired",
    });
    expect(error.problem?.code).toBe("token_expired");
    expect(asked).toHaveLength(1);
  });

  it("does not try a 401 again either that comes with a reconnect", async () => {
    const { error, asked } = await failing([eventAnswer("data: a\n\n"), problemAnswer(401, "token_revoked")]);
    expect(error).toMatchObject({ kind: "http", code: "token_revoked" });
    expect(asked).toHaveLength(2);
  });

  it.each([400, 403, 404, 410, 422, 499])("ends with %d, also without a problem", async (status) => {
    const { error, asked } = await failing([new Response("<html>canary", { status })]);
    expect(error).toMatchObject({ kind: "http", code: "unexpected", status, problem: null });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["no JSON", "canary"],
    ["JSON of another shape", '{"code":7}'],
    ["very long", JSON.stringify(problem(403, "permission_denied", { detail: "x".repeat(70_000) }))],
  ])("tells the status when the problem is %s", async (_name, body) => {
    const { error } = await failing([
      new Response(body, { status: 403, headers: { "content-type": "application/problem+json" } }),
    ]);
    expect(error).toMatchObject({ kind: "http", status: 403, problem: null });
  });

  it("tells the status when the body of the problem does not come", async () => {
    const { body, cancelled } = feed();
    const { error } = await failing([
      new Response(body, { status: 403, headers: { "content-type": "application/problem+json" } }),
    ]);
    expect(error).toMatchObject({ kind: "http", status: 403, problem: null });
    expect(cancelled()).toBe(true);
  });

  it("connects again after 408, 429, 5xx and network errors", async () => {
    const { data } = await run([
      new TypeError("fetch failed"),
      new Response("", { status: 500 }),
      problemAnswer(503, "unavailable"),
      problemAnswer(429, "too_many_requests"),
      new Response("", { status: 408 }),
      eventAnswer("data: a\n\n"),
      stop,
    ]);
    expect(data).toEqual(["a"]);
  });

  it("ends when a session gives up, but not when it only puts its login off", async () => {
    const authError = (code: string, more = {}): Error =>
      Object.assign(new Error(code), { [Symbol.for("fleet-api.auth-error")]: true, code }, more);
    const { error } = await failing([authError("credentials_rejected")]);
    expect(error).toMatchObject({ kind: "auth", operationId: "stream" });

    const platform = { ...hurried(), clock: { now: () => 1_000 } };
    const putOff = authError("login_backoff", { retryAt: 6_000 });
    const { fetch } = answering(putOff, eventAnswer("data: a\n\n"), stop);
    expect(await toArray(openEvents({ url, fetch, ...platform }))).toHaveLength(1);
    expect(platform.delays[0]).toBe(5_000 + 3_000);
  });
});

describe("options", () => {
  it.each<[string, Partial<EventsOptions>]>([
    ["a URL that is none", { url: "canary" }],
    ["a URL of another scheme", { url: "ftp://example.com/canary" }],
    ["a URL with credentials", { url: "https://canary:canary@example.com/" }],
    ["a header that HTTP does not allow", { headers: { authorization: "bearer canary\nx" } }],
    ["a time that no timer keeps", { idleMs: 2 ** 31 }],
    ["a negative pause", { reconnect: { baseMs: -1 } }],
    ["a negative count", { reconnect: { maxFailures: -1 } }],
    ["half a count", { reconnect: { maxFailures: 1.5 } }],
    ["a count that is none", { reconnect: { maxFailures: NaN } }],
  ])("are refused before anything is sent: %s", async (_name, options) => {
    const { error, asked } = await failing([stop], options);
    expect(error).toMatchObject({ kind: "request", operationId: "stream" });
    expect(asked).toHaveLength(0);
    expect(`${error.stack} ${inspect(error)} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("canary");
  });

  it("take a URL object", async () => {
    expect((await run([stop], { url: new URL(url) })).asked[0]?.url).toBe(url);
  });
});

it("shows neither query nor headers nor foreign words in an error", async () => {
  const options = { headers: { authorization: "bearer canary" }, reconnect: { maxFailures: 0 } };
  const answers = [
    new TypeError(`cannot fetch ${url}`),
    new Response("canary", { status: 403, headers: { authorization: "bearer canary" } }),
    eventAnswer("canary", { status: 203 }),
    eventAnswer("canary"),
  ];
  for (const answer of answers) {
    const { error } = await failing([answer], options);
    expect(`${error.message} ${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`).not.toContain("canary");
  }
});
