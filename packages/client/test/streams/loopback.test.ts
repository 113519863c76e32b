import type { ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { download, openEvents } from "../../src/streams/index.ts";
import { deferred } from "../support/answers.ts";
import { sendJson, serve } from "../support/server.ts";
import { failureOf, hurried, toArray } from "./support.ts";

const platform = hurried();

function beginEvents(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(text);
}

describe("events over a real connection", () => {
  it("resume after the last event with the newest token of a rotating session", async () => {
    const server = await serve((_seen, response) => {
      const turn = server.seen.length;
      if (turn === 1) {
        beginEvents(response, "retry: 20\r\n\r\nid: 1\r\ndata: a\r\n\r\nid: 2\r\ndata: b\r\n\r\nid: 3\r\nda");
        // Breaks off in the middle of an event.
        setImmediate(() => response.destroy());
      } else if (turn === 2) sendJson(response, 503, {}, { "retry-after": "1" });
      else if (turn === 3) {
        beginEvents(response, "id: 3\ndata: c\n\n");
        response.end();
      } else response.writeHead(204).end();
    });
    let turn = 0;
    const sessionFetch = (input: string, init: RequestInit): Promise<Response> => {
      turn += 1;
      return fetch(input, { ...init, headers: [...new Headers(init.headers), ["authorization", `bearer t${turn}`]] });
    };
    const stream = openEvents({ url: `${server.baseUrl}/monitoring/stream`, fetch: sessionFetch, ...platform });
    expect((await toArray(stream)).map(({ id, data }) => id + data)).toEqual(["1a", "2b", "3c"]);
    expect(server.seen.map(({ headers }) => [headers.authorization, headers["last-event-id"]])).toEqual([
      ["bearer t1", undefined],
      ["bearer t2", "2"],
      ["bearer t3", "2"],
      ["bearer t4", "3"],
    ]);
  });

  it("give an id in UTF-8 back as it came", async () => {
    const server = await serve((_seen, response) => {
      if (server.seen.length > 1) return void response.writeHead(204).end();
      beginEvents(response, "id: ключ\ndata: a\n\n");
      response.end();
    });
    await toArray(openEvents({ url: server.baseUrl, ...platform }));
    const id = String(server.seen[1]?.headers["last-event-id"]);
    expect(Buffer.from(id, "latin1").toString("utf8")).toBe("ключ");
  });

  it.each(["close", "abort"])("hang up with %s, so that the service sees it", async (how) => {
    const hungUp = deferred();
    const server = await serve((_seen, response) => {
      response.on("close", hungUp.resolve);
      beginEvents(response, "data: a\n\n");
    });
    const controller = new AbortController();
    const stream = openEvents({ url: server.baseUrl, signal: controller.signal });
    const reading = toArray(
      (async function* () {
        for await (const event of stream) {
          yield event;
          setImmediate(() => (how === "close" ? stream.close() : controller.abort()));
        }
      })(),
    );
    if (how === "close") expect(await reading).toHaveLength(1);
    else expect(await failureOf(reading)).toMatchObject({ kind: "abort" });
    await hungUp.promise;
  });

  it("follow a redirect within the origin, and refuse what another origin answers", async () => {
    const foreign = await serve((_seen, response) => {
      beginEvents(response, "data: forged\n\n");
      response.end();
    });
    const server = await serve((seen, response) => {
      const [, to] = /to=(.*)/.exec(seen.url) ?? [];
      if (to) return void response.writeHead(307, { location: decodeURIComponent(to) }).end();
      if (server.seen.length > 2) return void response.writeHead(204).end();
      beginEvents(response, "data: a\n\n");
      response.end();
    });
    const open = (to: string) =>
      toArray(openEvents({ url: `${server.baseUrl}?to=${encodeURIComponent(to)}`, fetch: firstOnly(), ...platform }));
    expect((await open(`${server.baseUrl}/moved`)).map(({ data }) => data)).toEqual(["a"]);
    const error = await failureOf(open(foreign.baseUrl));
    expect(error).toMatchObject({ kind: "unexpected", status: 200 });
    expect(error.message).toContain("another origin");
    // The platform's fetch takes this header off.
    expect(foreign.seen[0]?.headers.authorization).toBeUndefined();
  });
});

/** A fetch that is told 204 from its second call on. */
function firstOnly() {
  let calls = 0;
  return async (input: string, init: RequestInit): Promise<Response> => {
    calls += 1;
    if (calls > 1) return new Response(null, { status: 204 });
    return fetch(input, { ...init, headers: [...new Headers(init.headers), ["authorization", "bearer canary"]] });
  };
}

describe("a download over a real connection", () => {
  it("fails with network when the service breaks off", async () => {
    const server = await serve((_seen, response) => {
      response.writeHead(200, { "content-type": "text/csv", "content-length": "100" });
      response.write("id,name\r\n1,a\r\n");
      setImmediate(() => response.destroy());
    });
    const file = await download({ url: server.baseUrl });
    expect(file.size).toBe(100);
    expect(await failureOf(toArray(file.rows()))).toMatchObject({ kind: "network", operationId: "download" });
  });

  it("does not compare bytes that were compressed on the way", async () => {
    const { gzipSync } = await import("node:zlib");
    const zipped = gzipSync("x");
    const server = await serve((_seen, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-length": zipped.length });
      response.end(zipped);
    });
    const file = await download({ url: server.baseUrl });
    expect(file.size).toBeNull();
    expect(await file.text()).toBe("x");
  });

  it("holds the service back while nobody reads", async () => {
    const most = 64 * 2 ** 20;
    let written = 0;
    const server = await serve((_seen, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (written < most) {
          written += 2 ** 20;
          if (!response.write(Buffer.alloc(2 ** 20))) return;
        }
        response.end();
      };
      response.on("drain", more);
      more();
    });
    const file = await download({ url: server.baseUrl });
    onTestFinished(() => void file.stream.cancel().catch(() => undefined));
    const reader = file.stream.getReader();
    await reader.read();
    // Round trips of another connection: long enough for all 64 MiB, if anybody took them.
    const other = await serve((_seen, response) => void response.end("x".repeat(2 ** 20)));
    for (let turn = 0; turn < 50; turn += 1) await (await fetch(other.baseUrl)).text();
    expect(written).toBeLessThan(most / 2);
    await reader.cancel();
  });
});
