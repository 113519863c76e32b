import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kernel } from "../../src/kernel/index.ts";
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
