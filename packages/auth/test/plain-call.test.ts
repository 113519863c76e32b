import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCall, readFetchCall } from "../src/call/request.ts";
import { createScope } from "../src/scope.ts";
import { settingsOf } from "../src/options/settings.ts";

const baseUrl = "https://fleet.example.com/api/v1";
const settings = settingsOf({ baseUrl });
const scope = createScope(settings);

/** Parts that a URL parser changes, next to those that it leaves as they are. */
const pieces = fc.constantFrom(
  ..."/ // . .. /. /.. %2e %2E /%2e%2e/ ? # & = \\ : @ ; , + * ' \" < > { } ^ | ` ~ - _ é  \t \n".split(" "),
  "auth/login",
  "auth/token",
  "units",
  "/units",
  "/listing",
  "?page=1",
  "&name=b",
  "%20",
  "%",
  "%zz",
  "a",
  "0",
  ":443",
  "%5c",
  "\u{1F698}",
);
const urls = fc
  .tuple(
    fc.constantFrom(baseUrl, `${baseUrl}/`, "https://FLEET.example.com/api/v1", "https://fleet.example.com"),
    fc.array(pieces, { maxLength: 6 }),
  )
  .map(([base, rest]) => base + rest.join(""));
const headers = fc.dictionary(
  fc.constantFrom("accept", "Authorization", "authorization", "IDEMPOTENCY-KEY", "idempotency-key", "x-a"),
  fc.constantFrom("a", "b"),
);
const methods = fc.constantFrom(undefined, "GET", "get", "POST", "Patch", "DELETE");
const bodies = fc.constantFrom<BodyInit | undefined>(
  undefined,
  "",
  "{}",
  new Uint8Array(2),
  new URLSearchParams("a=1"),
);

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string;
}

async function sent(input: string | URL | Request, init?: RequestInit): Promise<Sent> {
  const request = new Request(input, init);
  return { url: request.url, method: request.method, headers: [...request.headers], body: await request.text() };
}

/** What a session learns of a call, and what it sends with and without a token. */
async function facts(read: typeof readCall, url: string, init: RequestInit): Promise<unknown> {
  const requests: Promise<Sent>[] = [];
  const call = read(url, init, async (input, given) => {
    requests.push(sent(input, given));
    return new Response();
  });
  await call.send(undefined);
  // The session leaves a call with a header of its own alone.
  if (!call.isClaimed) await call.send("f1.1.secret");
  return {
    kind: scope.kindOf(call.url, call.method),
    method: call.method,
    isClaimed: call.isClaimed,
    isIdempotent: call.isIdempotent(),
    isReplayable: call.isReplayable(),
    text: call.bodyText(),
    requests: await Promise.all(requests),
  };
}

describe("a plain call", () => {
  it("is read as any other call is, whatever its URL, method, headers and body", async () => {
    const plain: typeof readCall = (input, init, transport) => readFetchCall(input, init, transport, settings.prefix);
    let isQuick = 0;
    await fc.assert(
      fc.asyncProperty(urls, methods, headers, bodies, async (url, method, given, body) => {
        const init: RequestInit = { headers: given, ...(method && { method }), ...(body !== undefined && { body }) };
        const attempt = (read: typeof readCall): Promise<unknown> =>
          (async () => facts(read, url, init))().catch((error: unknown) =>
            error instanceof TypeError ? "refused" : error,
          );
        const [expected, got] = [await attempt(readCall), await attempt(plain)];
        expect(got).toEqual(expected);
        if (got !== "refused" && plain(url, init, fetch).constructor !== Object) isQuick += 1;
      }),
      { numRuns: 2000 },
    );
    // Both ways were taken often.
    expect(isQuick).toBeGreaterThan(50);
    expect(isQuick).toBeLessThan(1950);
  });

  it.each<[string, typeof readCall]>([
    ["a plain call", (input, init, transport) => readFetchCall(input, init, transport, settings.prefix)],
    ["any other", readCall],
  ])("is sent as it was given, though the caller reuses its init: %s", async (_which, read) => {
    const init: RequestInit = { method: "POST", headers: { "x-a": "before" }, body: "first" };
    const requests: Sent[] = [];
    const call = read(`${baseUrl}/units`, init, async (input, given) => {
      requests.push(await sent(input, given));
      return new Response();
    });
    Object.assign(init, { method: "DELETE", body: "second" });
    await call.send("f1.1.a");
    await call.send("f1.2.b");
    expect(requests).toMatchObject([
      { method: "POST", body: "first" },
      { method: "POST", body: "first" },
    ]);
  });

  it.each([
    ["an undefined Authorization", { Authorization: undefined }],
    ["a null one", { authorization: null }],
    ["a value with a line break", { "x-a": "a\r\nb: c" }],
    ["a value with spaces at its ends", { "x-a": " a " }],
    ["a name with a space", { "x a": "b" }],
  ])("is left to the platform where headers are odd: %s", async (_what, odd) => {
    const init = { headers: odd as unknown as Record<string, string> };
    const attempt = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return error;
      }
    };
    const own = attempt(() => readFetchCall(`${baseUrl}/units`, init, fetch, settings.prefix));
    const usual = attempt(() => readCall(`${baseUrl}/units`, init, fetch));
    const claims = (read: unknown): unknown => Object(read).isClaimed ?? String(read);
    expect(claims(own)).toEqual(claims(usual));
  });

  it("keeps its headers when the caller changes them afterwards", async () => {
    const init = { headers: { "x-a": "before" } };
    const requests: Sent[] = [];
    const call = readFetchCall(
      `${baseUrl}/units/listing`,
      init,
      async (input, given) => {
        requests.push(await sent(input, given));
        return new Response();
      },
      settings.prefix,
    );
    init.headers["x-a"] = "after";
    await call.send("f1.1.secret");
    expect(requests[0]?.headers).toContainEqual(["x-a", "before"]);
  });
});
