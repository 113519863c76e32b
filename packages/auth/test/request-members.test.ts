import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fetch, TokenSession } from "../src/index.ts";
import { respond, baseUrl, setUp, ways } from "./support/fake-service.ts";

const units = `${baseUrl}/units`;

/** Members of a `Request` that a page sets, and that the network looks at. */
const members = [
  "method",
  "referrer",
  "referrerPolicy",
  "mode",
  "credentials",
  "cache",
  "redirect",
  "integrity",
  "keepalive",
] as const satisfies readonly (keyof Request)[];

const membersOf = (request: Request): Record<string, unknown> =>
  Object.fromEntries(members.map((name) => [name, request[name]]));

/** One value for each, none of them the default. */
const all = {
  referrer: `${baseUrl}/page`,
  referrerPolicy: "unsafe-url",
  mode: "same-origin",
  credentials: "include",
  cache: "no-store",
  redirect: "manual",
  integrity: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  keepalive: true,
} as const satisfies RequestInit;

/** A session whose token is refused once. `sent`: every request as the network gets it, without the logins. */
function world() {
  const sent: Request[] = [];
  const transport: Fetch = async (input, init) => {
    // Node loses the referrer when a Request is made from another, also without options, where the standard keeps it.
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    if (request.url.endsWith("/auth/login")) return respond(200, { token: "L1" });
    sent.push(request);
    return respond(request.headers.get("authorization") === "bearer expired" ? 401 : 200);
  };
  const { session } = setUp(() => respond(500), { fetch: transport });
  session.adopt("expired");
  return { session, sent, transport };
}

const inputs: readonly [string, (session: TokenSession, init: RequestInit) => Parameters<Fetch>][] = [
  ["a text and options", (_, init) => [units, init]],
  ["a URL and options", (_, init) => [new URL(units), init]],
  ["a Request", (_, init) => [new Request(units, init)]],
  ["a Request of the session", ({ Request: Made }, init) => [new Made(units, init)]],
];

describe.each(inputs)("fetch with %s", (_name, make) => {
  test("every member is sent, and sent again after a 401", async () => {
    const { session, sent } = world();
    expect((await session.fetch(...make(session, all))).status).toBe(200);
    expect(sent.map(membersOf)).toEqual([
      { ...all, method: "GET" },
      { ...all, method: "GET" },
    ]);
  });

  test("where nothing is refused: every member is sent, once", async () => {
    const { session, sent } = world();
    session.adopt("good");
    await session.fetch(...make(session, all));
    expect(sent.map(membersOf)).toEqual([{ ...all, method: "GET" }]);
  });
});

// The platform does not say what the body of a plain Request was made from.
const withBody = inputs.filter(([name]) => name !== "a Request");

describe.each(withBody)("fetch with %s and a body", (_name, make) => {
  test("every member is sent, and the body, twice", async () => {
    const { session, sent } = world();
    expect((await session.fetch(...make(session, { ...all, method: "PUT", body: "bytes" }))).status).toBe(200);
    expect(sent.map(membersOf)).toEqual([
      { ...all, method: "PUT" },
      { ...all, method: "PUT" },
    ]);
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(["bytes", "bytes"]);
  });
});

describe.each(ways)("$name", (way) => {
  test("every member is sent, and sent again after a 401", async () => {
    const { session, sent, transport } = world();
    const call = way.open(session, transport);
    expect((await call("/units", { ...all, method: "POST", body: "bytes" })).status).toBe(200);
    expect(sent.map(membersOf)).toEqual([
      { ...all, method: "POST" },
      { ...all, method: "POST" },
    ]);
  });

  test("the signal reaches the request and its replay", async () => {
    const { session, sent, transport } = world();
    const controller = new AbortController();
    await way.open(session, transport)("/units", { signal: controller.signal });
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    controller.abort("over");
    expect(sent.map(({ signal }) => signal.reason)).toEqual(["over", "over"]);
  });
});

test("operations that the session does not touch keep every member, too", async () => {
  const { session, sent } = world();
  for (const url of ["https://other.example/x", `${baseUrl}/tests/ping`]) await session.fetch(new Request(url, all));
  expect(sent.map(membersOf)).toEqual([
    { ...all, method: "GET" },
    { ...all, method: "GET" },
  ]);
});

test("whatever the members: the request and its replay have those that the platform gives them", async () => {
  const init = fc.record(
    {
      referrer: fc.constantFrom("", "about:client", `${baseUrl}/from`),
      referrerPolicy: fc.constantFrom("", "no-referrer", "origin", "same-origin", "unsafe-url"),
      mode: fc.constantFrom("cors", "same-origin"),
      credentials: fc.constantFrom("omit", "same-origin", "include"),
      cache: fc.constantFrom("default", "no-store", "reload", "no-cache", "force-cache"),
      redirect: fc.constantFrom("follow", "error", "manual"),
      integrity: fc.constantFrom("", all.integrity),
      keepalive: fc.boolean(),
      method: fc.constantFrom("GET", "post", "PUT", "DELETE", "patch", "PATCH"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(init, fc.constantFrom(...inputs), async (given, [, make]) => {
      const { session, sent } = world();
      const wanted = membersOf(new Request(units, given as RequestInit));
      await session.fetch(...make(session, given as RequestInit));
      expect(sent.map(membersOf)).toEqual([wanted, wanted]);
    }),
    { numRuns: 300 },
  );
});
