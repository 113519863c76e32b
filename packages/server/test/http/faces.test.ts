import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kernel } from "../../src/kernel/index.ts";
import { echoContract } from "../kernel/support/echo-service.ts";
import { anyRequest } from "./support/any-request.ts";
import type { Answer, RunningHost, Wanted } from "./support/running-host.ts";
import { call, problemOf, startHost } from "./support/running-host.ts";

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ keep: true });
});
afterAll(() => running.host.close({ graceMs: 0 }));

/** Headers that belong to the connection or to CORS, not to the answer. */
const ofTheHost = /^(?:date|connection|keep-alive|content-length|transfer-encoding|vary|access-control-.*)$/;

const visible = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheHost.test(name))),
});

async function viaFetch(kernel: Kernel, { method, target, headers, body }: Wanted): Promise<Answer> {
  const init = {
    method,
    headers: new Headers(headers as Record<string, string>),
    body: body?.length ? Buffer.from(body) : null,
  };
  const answer = await kernel.fetch(new Request(`http://service.test${target}`, init), { ip: "127.0.0.1" });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
}

/** Whether the WHATWG URL parser would change the target: then the faces do not get the same request. */
const survivesUrl = ({ target }: Wanted): boolean => {
  const url = new URL(`http://service.test${target}`);
  return url.pathname + url.search === target;
};

describe("the fetch face and the host", () => {
  it("give the same answer to the same request, and never anything but a success or a problem", async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest.filter(survivesUrl), async (wanted) => {
        const [host, face] = [await call(running.port, wanted), await viaFetch(running.kernel, wanted)];
        expect(visible(face)).toEqual(visible(host));
        expect(host.status).toBeLessThan(500);
        if (host.status >= 400 && wanted.method !== "HEAD") problemOf(host);
      }),
      { numRuns: 600 },
    );
    expect(running.logged).toEqual([]);
  });

  it("hold the same limit on the body", async () => {
    const body = `{"username":"${"a".repeat(16_384)}"}`;
    const wanted = {
      method: "POST",
      target: "/api/v1/auth/login",
      headers: { "content-type": "application/json" },
      body,
    };
    expect(visible(await viaFetch(running.kernel, wanted))).toEqual(visible(await call(running.port, wanted)));
    expect((await viaFetch(running.kernel, wanted)).status).toBe(413);
  });
});

describe("a service that gives back what its handlers get", () => {
  let echoing: RunningHost;
  beforeAll(async () => {
    echoing = await startHost({ kernel: echoContract(), keep: true });
  });
  afterAll(() => echoing.host.close({ graceMs: 0 }));

  interface Seen {
    readonly status: number;
    /** `data` of a success; codes of the findings of a problem, or its own code. */
    readonly content: unknown;
  }

  function seenOf(status: number, text: string): Seen {
    const { data, code, errors } = JSON.parse(text);
    const findings: { name: string; code: string }[] = errors ?? [];
    return { status, content: data ?? (errors ? findings.map((each) => [each.name, each.code]) : code) };
  }

  async function onSocket(wanted: Wanted): Promise<Seen> {
    const { status, text } = await call(echoing.port, wanted);
    return seenOf(status, text);
  }

  async function onFetch({ method, target, headers = {}, body }: Wanted): Promise<Seen> {
    const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
    const init = {
      method,
      headers: lines as [string, string][],
      body: body === undefined ? null : Buffer.from(body ?? ""),
    };
    const answer = await echoing.kernel.fetch(new Request(`http://service.test${target}`, init), { ip: "127.0.0.1" });
    return seenOf(answer.status, await answer.text());
  }

  /** What both faces make of a request, which has to be the same. */
  async function both(wanted: Wanted): Promise<Seen> {
    const [socket, face] = [await onSocket(wanted), await onFetch(wanted)];
    expect(face).toEqual(socket);
    return socket;
  }

  const get = (target: string, headers: Wanted["headers"] = {}) =>
    both({ method: "GET", target: `/api/v1/echo/${target}`, headers });

  describe("parameters", () => {
    it("with a comma in an item are taken apart at the others", async () => {
      expect(await get("a%2Cb,c?commas=a%2Cb,c+d,,&repeated=a,b&repeated=&text=a,b")).toMatchObject({
        status: 200,
        content: {
          ids: { ids: ["a,b", "c"] },
          query: { commas: ["a,b", "c d", "", ""], repeated: ["a,b", ""], text: "a,b" },
        },
      });
    });

    it("in several lines of a list header are one list", async () => {
      const headers = { "X-Items": ['a, "b,c"', "d"], "If-None-Match": ['"1"', 'W/"2,3"'] };
      expect(await get("a", headers)).toMatchObject({
        status: 200,
        content: {
          headers: { "X-Items": ["a", '"b,c"', "d"], "If-None-Match": '"1", W/"2,3"' },
          tags: '"1", W/"2,3"',
        },
      });
    });

    it.each([[["a", "b"]], ["a, b"], ["a,"]])("refuse %j for a header with one value", async (value) => {
      expect(await get("a", { "X-Text": value })).toEqual({ status: 422, content: [["X-Text", "repeated_parameter"]] });
    });

    it("named like members of every object are unknown", async () => {
      const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
      expect(await get(`a?${names.map((name) => `${name}=1`).join("&")}`)).toEqual({
        status: 422,
        content: names.map((name) => [name, "unknown_parameter"]),
      });
    });

    it("are the same on both faces, whatever is sent", async () => {
      const piece = fc.constantFrom(...'a," \t;\\é\u00a0');
      const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("").replace(/^[ \t]+|[ \t]+$/g, ""));
      const lines = fc.array(line, { maxLength: 3 });
      const name = fc.constantFrom("X-Items", "X-Text", "If-None-Match");
      const value = fc.constantFrom("a", ",", "%2C", "+", "%20", "%2B", "%zz", "%C3", "%A9", "&commas=", "&text=");
      const query = fc.array(value, { maxLength: 6 }).map((values) => `commas=${values.join("")}`);
      await fc.assert(
        fc.asyncProperty(fc.dictionary(name, lines), query, async (headers, text) => {
          const { status } = await get(`a?${text}`, headers);
          expect(status).toBeLessThan(500);
        }),
        { numRuns: 300 },
      );
    });
  });

  describe("an optional body", () => {
    const json = { "content-type": "application/json" };
    const send = (method: "POST" | "PUT", headers: Record<string, string>, body?: string) =>
      both({ method, target: "/api/v1/echo/a", headers, ...(body !== undefined && { body }) });

    it("may be left out, with and without a Content-Type", async () => {
      const none = { status: 200, content: { body: "none" } };
      expect(await send("POST", {})).toMatchObject(none);
      expect(await send("POST", json)).toMatchObject(none);
      expect(await send("POST", { ...json, "content-length": "0" }, "")).toMatchObject(none);
      expect(await send("POST", { "content-length": "0" }, "")).toMatchObject(none);
      expect(
        await onSocket({
          method: "POST",
          target: "/api/v1/echo/a",
          headers: { ...json, "transfer-encoding": "chunked" },
        }),
      ).toMatchObject(none);
    });

    it("is validated where there is one", async () => {
      expect(await send("POST", json, '{"a":1}')).toMatchObject({ status: 200, content: { body: { a: 1 } } });
      for (const body of ["null", "[]", '"a"', "0"])
        expect(await send("POST", json, body)).toEqual({ status: 422, content: expect.anything() });
      expect(await send("POST", json, " ")).toEqual({ status: 400, content: "malformed_request" });
    });

    it("has to be JSON, also where it is empty but has another type", async () => {
      const refused = { status: 415, content: "unsupported_media_type" };
      expect(await send("POST", {}, "{}")).toEqual(refused);
      expect(await send("POST", { "content-type": "text/plain" }, "{}")).toEqual(refused);
      expect(await send("POST", { "content-type": "text/plain" })).toEqual(refused);
    });

    it("is not what a required one is", async () => {
      for (const headers of [{}, json]) expect(await send("PUT", headers)).toMatchObject({ status: 422 });
    });

    it("may come with codings that change nothing, in one line or several", async () => {
      const coded = (coding: string | string[]) =>
        both({
          method: "POST",
          target: "/api/v1/echo/a",
          headers: { ...json, "content-encoding": coding },
          body: "{}",
        });
      expect(await coded("identity")).toMatchObject({ status: 200 });
      expect(await coded(["identity", "Identity"])).toMatchObject({ status: 200 });
      expect(await coded(["identity", "gzip"])).toMatchObject({ status: 415 });
    });
  });
});
