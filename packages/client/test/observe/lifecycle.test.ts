import { describe, expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { type Deprecation, lifecycle, type LifecycleOptions } from "../../src/observe/index.ts";
import { parseLinks } from "../../src/observe/lifecycle.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { rejects, unhandledIn } from "./unhandled.ts";

const sunset = "Sun, 30 Jun 2030 23:59:59 GMT";
const link = '<https://docs.example.com/d>; rel="deprecation"; type="text/html", </old>; rel=sunset, <x>; rel=next';

/** A client whose service answers with these headers, in turn; and what was told. */
function told(answers: Record<string, string>[], options: Partial<LifecycleOptions> = {}) {
  const seen: Deprecation[] = [];
  const queue = [...answers];
  const fetch = async () => jsonResponse({ data: {} }, { headers: queue.shift() ?? {} });
  const use = [lifecycle({ onDeprecated: (each) => seen.push(each), ...options })];
  return { seen, fleet: createFleetClient({ baseUrl, fetch, use, retry: false }) };
}

describe("lifecycle", () => {
  it("tells since when, until when and where to read on", async () => {
    const { fleet, seen } = told([{ deprecation: "@1688169599", sunset, link }]);
    await fleet.tests.ping();
    expect(seen).toEqual([
      {
        operationId: "testsPing",
        deprecatedAt: new Date(1_688_169_599_000),
        sunsetAt: new Date("2030-06-30T23:59:59Z"),
        links: [
          { rel: "deprecation", href: "https://docs.example.com/d" },
          { rel: "sunset", href: "https://fleet.example.com/old" },
        ],
      },
    ]);
  });

  it("tells once per operation and values", async () => {
    const one = { deprecation: "@1688169599" };
    const { fleet, seen } = told([one, one, { deprecation: "@1688169600" }, one, one]);
    for (let n = 0; n < 4; n += 1) await fleet.tests.ping();
    await fleet.auth.token();
    expect(seen.map(({ operationId, deprecatedAt }) => [operationId, deprecatedAt?.getTime()])).toEqual([
      ["testsPing", 1_688_169_599_000],
      ["testsPing", 1_688_169_600_000],
      ["authToken", 1_688_169_599_000],
    ]);
  });

  it("tells each time when asked to", async () => {
    const one = { sunset };
    const { fleet, seen } = told([one, one], { repeat: true });
    await fleet.tests.ping();
    await fleet.tests.ping();
    expect(seen).toHaveLength(2);
  });

  it.each<[string, Record<string, string>, number | null]>([
    ["a date as the drafts had it", { deprecation: sunset }, Date.UTC(2030, 5, 30, 23, 59, 59)],
    ["only that it is, as the drafts had it", { deprecation: "true" }, null],
    ["a sunset alone", { sunset }, null],
  ])("reads %s", async (_what, headers, at) => {
    const { fleet, seen } = told([headers]);
    await fleet.tests.ping();
    expect(seen.map(({ deprecatedAt }) => deprecatedAt?.getTime() ?? null)).toEqual([at]);
  });

  it.each([
    {},
    { deprecation: "soon" },
    { deprecation: "@" },
    { deprecation: "false" },
    { sunset: "2030-06-30" },
    { link },
  ])("is silent about %j", async (headers) => {
    const { fleet, seen } = told([headers]);
    await fleet.tests.ping();
    expect(seen).toEqual([]);
  });

  it("reads failures too", async () => {
    const seen: string[] = [];
    const fetch = async () => jsonResponse(problem(503, "unavailable"), { status: 503, headers: { sunset } });
    const use = [lifecycle({ onDeprecated: ({ operationId }) => seen.push(operationId) })];
    const fleet = createFleetClient({ baseUrl, fetch, use, retry: false });
    expect(await fleet.tests.ping()).toMatchObject({ ok: false, kind: "http" });
    expect(seen).toEqual(["testsPing"]);
  });

  it("changes nothing when the observer throws, or when there is no answer", async () => {
    const onDeprecated = () => {
      throw new Error("no");
    };
    const { fleet } = told([{ sunset }], { onDeprecated });
    expect(await fleet.tests.ping()).toMatchObject({ ok: true });
    expect(await fleet.tests.ping({}, { signal: AbortSignal.abort() })).toMatchObject({ kind: "abort" });
  });

  it("drops what the observer rejects with", async () => {
    const { fleet } = told([{ sunset }], { onDeprecated: rejects });
    expect(await unhandledIn(() => fleet.tests.ping())).toEqual([]);
  });

  it("keeps secrets of the path out of relative links", async () => {
    const { fleet, seen } = told([{ sunset, link: '<?a=b>; rel="sunset"' }]);
    await fleet.auth.registration({ path: { registration_token: "hunter22" } });
    expect(seen[0]?.links[0]?.href).toBe(`${baseUrl}/auth/registration/REDACTED?a=b`);
  });

  it("refuses to watch for nobody", () => {
    // @ts-expect-error onDeprecated is needed
    expect(() => lifecycle({})).toThrow(TypeError);
  });
});

describe("a Link header, RFC 8288", () => {
  it.each<[string, string[]]>([
    ['<a,b>; title="x, <y>; rel=z"; rel="A  b"', ["a https://e.org/a,b", "b https://e.org/a,b"]],
    ["<a>;rel=one;rel=two", ["one https://e.org/a"]],
    [",, <a> ; REL = x ,, <b>;rel=y", ["x https://e.org/a", "y https://e.org/b"]],
    ["<javascript:alert(1)>; rel=x, <data:,x>; rel=x", []],
    ["<http://[>; rel=x", []],
    ["<a>; rel", []],
    ["a; rel=x", []],
  ])("%s", (field, expected) => {
    expect(parseLinks(field, "https://e.org").map(({ rel, href }) => `${rel} ${href}`)).toEqual(expected);
  });

  it("takes no longer for being malformed", () => {
    expect(parseLinks(`<a>${"; b ".repeat(20_000)}"`, "https://e.org")).toEqual([]);
  });
});
