import { tier } from "@fleet-api-tools/test-tier";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { PGlite } from "@electric-sql/pglite";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ServedService } from "../src/sandbox/serve-requests.ts";
import { explain, serveRequests } from "../src/sandbox/serve-requests.ts";
import { preparedFolder, readPrepared } from "../src/sandbox/files/prepared-files.ts";
import { loadParts } from "../src/sandbox/load-parts.ts";
import { moveInstants } from "../src/sandbox/seeded.ts";
import type { ToPage } from "../src/sandbox/protocol.ts";
import { readStream, serveStream } from "../src/sandbox/stream-port.ts";
import { assertInside, type RemoteService, remoteService } from "../src/sandbox/remote-service.ts";

const URL_OF_UNITS = "https://sandbox.invalid/api/v1/units";

/** Both ends of a channel, as in page and worker. */
function connect(service: Partial<ServedService>): RemoteService {
  const { port1, port2 } = new MessageChannel();
  const remote = remoteService(port1);
  port1.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === "response" || data.kind === "refused" || data.kind === "done") remote.receive(data);
  });
  port1.start();
  serveRequests(port2, { fetch: async () => new Response(), rotateAfter: () => undefined, ...service });
  onTestFinished(() => port1.close());
  return remote;
}

describe("messages between page and worker", () => {
  it("carry a request and its response as they are", async () => {
    const body = crypto.getRandomValues(new Uint8Array(1000));
    let seen: unknown;
    const remote = connect({
      fetch: async (request) => {
        seen = [request.url, request.method, request.headers.get("x-a"), new Uint8Array(await request.arrayBuffer())];
        return new Response(body, {
          status: 201,
          headers: [
            ["x-b", "1"],
            ["x-b", "2"],
          ],
        });
      },
    });
    const response = await remote.fetch(
      new Request(`${URL_OF_UNITS}?q=%2F`, { method: "POST", headers: { "x-a": "ä" }, body }),
    );
    expect(seen).toEqual([`${URL_OF_UNITS}?q=%2F`, "POST", "ä", body]);
    expect([response.status, response.headers.get("x-b")]).toEqual([201, "1, 2"]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
  });

  it.each([204, 304])("carry the status %d, which has no body", async (status) => {
    const remote = connect({ fetch: async () => new Response(null, { status, headers: { etag: '"a"' } }) });
    const response = await remote.fetch(new Request(URL_OF_UNITS));
    expect([response.status, response.body, response.headers.get("etag")]).toEqual([status, null, '"a"']);
  });

  it("bring each answer to its request, whatever comes first", async () => {
    const open = new Map<string, () => void>();
    const remote = connect({
      fetch: async ({ url }) => {
        await new Promise<void>((resolve) => open.set(url, resolve));
        return new Response(url);
      },
    });
    const urls = ["a", "b", "c"].map((name) => `${URL_OF_UNITS}/${name}`);
    const answers = urls.map(async (url) => (await remote.fetch(new Request(url))).text());
    await expect.poll(() => open.size).toBe(3);
    for (const url of urls.toReversed()) open.get(url)?.();
    expect(await Promise.all(answers)).toEqual(urls);
  });

  /** A stream of events with one byte, which goes on until it is cancelled. */
  function endless() {
    let cancel = (): void => {};
    const isCancelled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController): void => {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new Uint8Array([1]));
    };
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
    return { body, response, pulls: () => pulls, isCancelled };
  }

  it("end a stream whose reader cancels, without an error", async () => {
    const { body, pulls, isCancelled } = endless();
    const { port1, port2 } = new MessageChannel();
    serveStream(port1, body);
    const reader = readStream(port2, []).getReader();
    const closed = new Promise((resolve) => port2.addEventListener("close", resolve));
    const errors: unknown[] = [];
    const keep = (error: unknown): void => void errors.push(error);
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", keep);
    onTestFinished(() => {
      process.off("uncaughtException", keep);
      for (const listener of others) process.on("uncaughtException", listener);
    });
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    // The end is the answer to this, and comes when the reader has left.
    await expect.poll(pulls).toBe(2);
    await reader.cancel();
    await Promise.all([isCancelled, closed]);
    expect(errors).toEqual([]);
  });

  it("end a stream that comes after its request was aborted", async () => {
    const { response, isCancelled } = endless();
    const controller = new AbortController();
    const remote = connect({
      fetch: async () => {
        controller.abort();
        return response;
      },
    });
    await expect(remote.fetch(new Request(URL_OF_UNITS, { signal: controller.signal }))).rejects.toThrow("aborted");
    await isCancelled;
  });

  it("end the work on a request that is aborted, and on no other", async () => {
    const signals: AbortSignal[] = [];
    const remote = connect({
      fetch: ({ signal }) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const controller = new AbortController();
    const other = remote.fetch(new Request(URL_OF_UNITS));
    const aborted = remote.fetch(new Request(URL_OF_UNITS, { signal: controller.signal }));
    await expect.poll(() => signals.length).toBe(2);
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    await expect.poll(() => signals.map(({ aborted: one }) => one)).toEqual([false, true]);
    remote.end(new TypeError("over"));
    await expect(other).rejects.toThrow("over");
  });

  /** A stream of events, and whether its reader has cancelled it. */
  function eventStream() {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(":\n\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
    return { response, isCancelled: () => isCancelled };
  }

  it("carry a stream in pieces, until its reader cancels it", async () => {
    const stream = eventStream();
    const remote = connect({ fetch: async () => stream.response });
    const { body } = await remote.fetch(new Request(URL_OF_UNITS));
    const reader = body?.getReader();
    for (let piece = 0; piece < 3; piece += 1)
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(":\n\n");
    await reader?.cancel();
    await expect.poll(stream.isCancelled).toBe(true);
  });

  it("cancel the stream of a request that is aborted while its response is on the way", async () => {
    const controller = new AbortController();
    const stream = eventStream();
    const remote = connect({
      fetch: async () => {
        controller.abort(new Error("enough"));
        return stream.response;
      },
    });
    await expect(remote.fetch(new Request(URL_OF_UNITS, { signal: controller.signal }))).rejects.toThrow("enough");
    await expect.poll(stream.isCancelled).toBe(true);
  });

  it("are not sent for what is aborted before", async () => {
    let calls = 0;
    const remote = connect({
      fetch: async () => {
        calls += 1;
        return new Response();
      },
    });
    await expect(
      remote.fetch(new Request(URL_OF_UNITS, { signal: AbortSignal.abort(new Error("no")) })),
    ).rejects.toThrow("no");
    await remote.fetch(new Request(URL_OF_UNITS));
    expect(calls).toBe(1);
  });

  describe("of a stream", () => {
    const text = new TextEncoder();

    /** A response whose body is written by the test. */
    function streaming() {
      const written: { controller?: ReadableStreamDefaultController<Uint8Array>; asked: number; cancelled: boolean } = {
        asked: 0,
        cancelled: false,
      };
      const source: UnderlyingDefaultSource<Uint8Array> = {
        start: (controller) => void (written.controller = controller),
        pull: () => void (written.asked += 1),
        cancel: () => void (written.cancelled = true),
      };
      const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
      const remote = connect({
        fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
      });
      return { written, remote, write: (data: string) => written.controller?.enqueue(text.encode(data)) };
    }

    it("carry its pieces as they come, and its end", async () => {
      const { written, remote, write } = streaming();
      const body = (await remote.fetch(new Request(URL_OF_UNITS))).body?.pipeThrough(new TextDecoderStream());
      const reader = body?.getReader();
      write("a");
      expect(await reader?.read()).toEqual({ done: false, value: "a" });
      write("b");
      expect(await reader?.read()).toEqual({ done: false, value: "b" });
      written.controller?.close();
      expect(await reader?.read()).toEqual({ done: true, value: undefined });
    });

    it("say why it broke off", async () => {
      const { written, remote } = streaming();
      const response = await remote.fetch(new Request(URL_OF_UNITS));
      written.controller?.error(new Error("broken"));
      await expect(response.text()).rejects.toThrow(new TypeError("Error: broken"));
    });

    it("end it when the page does not read on, also while a piece is on its way", async () => {
      const { written, remote, write } = streaming();
      const reader = (await remote.fetch(new Request(URL_OF_UNITS))).body?.getReader();
      await expect.poll(() => written.asked).toBe(1);
      write("a");
      await reader?.read();
      await expect.poll(() => written.asked).toBe(2);
      write("b");
      await reader?.cancel();
      await expect.poll(() => written.cancelled).toBe(true);
    });

    it("end it when its request is aborted", async () => {
      const { written, remote, write } = streaming();
      const controller = new AbortController();
      const response = await remote.fetch(new Request(URL_OF_UNITS, { signal: controller.signal }));
      write("a");
      const reader = response.body?.getReader();
      await reader?.read();
      const next = reader?.read();
      controller.abort(new Error("enough"));
      await expect(next).rejects.toThrow("enough");
      await expect.poll(() => written.cancelled).toBe(true);
    });

    it("end it when the sandbox ends, with the reason", async () => {
      const { remote } = streaming();
      const response = await remote.fetch(new Request(URL_OF_UNITS));
      const read = response.text();
      remote.end(new TypeError("The sandbox was reset."));
      await expect(read).rejects.toThrow("The sandbox was reset.");
    });
  });

  it("say why a service that broke did not answer", async () => {
    const remote = connect({ fetch: () => Promise.reject(new Error("broken")) });
    await expect(remote.fetch(new Request(URL_OF_UNITS))).rejects.toThrow(new TypeError("broken"));
  });

  it("set when tokens are replaced, before the requests that follow", async () => {
    const ages: unknown[] = [];
    const remote = connect({
      fetch: async () => new Response(String(ages.length)),
      rotateAfter: (ms) => void ages.push(ms),
    });
    const set = [remote.rotateAfter(0), remote.rotateAfter("default")];
    expect(await (await remote.fetch(new Request(URL_OF_UNITS))).text()).toBe("2");
    await Promise.all(set);
    expect(ages).toEqual([0, "default"]);
  });

  it("tell whether the page is visible, before the requests that follow", async () => {
    const seen: boolean[] = [];
    const remote = connect({
      fetch: async () => new Response(seen.join()),
      setVisible: (isVisible) => void seen.push(isVisible),
    });
    for (const isVisible of [true, false, true]) remote.setVisible(isVisible);
    expect(await (await remote.fetch(new Request(URL_OF_UNITS))).text()).toBe("true,false,true");
  });

  it("are refused after the end, with its reason", async () => {
    const remote = connect({});
    remote.end(new TypeError("closed"));
    remote.end(new TypeError("a later reason"));
    await expect(remote.fetch(new Request(URL_OF_UNITS))).rejects.toThrow("closed");
    await expect(remote.rotateAfter(0)).rejects.toThrow("closed");
  });

  it("go to the sandbox alone", () => {
    expect(() => assertInside(new Request(URL_OF_UNITS))).not.toThrow();
    for (const url of ["http://sandbox.invalid/", "https://sandbox.invalid.example/", "https://example.com/"])
      expect(() => assertInside(new Request(url))).toThrow(TypeError);
  });
});

describe("loading", () => {
  const files: Record<string, Uint8Array> = {};

  async function serve(handle?: (request: IncomingMessage, response: ServerResponse) => boolean): Promise<string> {
    const folder = await preparedFolder();
    for (const name of ["pglite", "data", "template"] as const) files[name] ??= await readPrepared(folder, name);
    const server = createServer((request, response) => {
      if (handle?.(request, response) !== true) response.end(files[request.url?.slice(1) ?? ""]);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  function filesAt(origin: string) {
    const file = (name: string) => ({ url: `${origin}/${name}`, bytes: files[name]?.length ?? 0 });
    return { pglite: file("pglite"), data: file("data"), template: file("template") };
  }

  it.each([
    ["sends them as they are", {}],
    ["labels them, so that the browser unpacks them", { "content-encoding": "gzip" }],
  ])("unpacks the files of a host that %s, and counts their bytes", async (_what, headers) => {
    const origin = await serve((_request, response) => {
      response.setHeaders(new Map(Object.entries(headers)));
      return false;
    });
    const counts: number[] = [];
    const parts = await loadParts(filesAt(origin), (bytes) => counts.push(bytes));
    expect(WebAssembly.Module.exports(parts.pglite).length).toBeGreaterThan(10);
    expect(new Uint8Array(await parts.template.arrayBuffer())).toEqual(
      new Uint8Array(gunzipSync(files["template"] ?? "")),
    );
    expect(counts.at(-1)).toBe(Object.values(files).reduce((sum, { length }) => sum + length, 0));
  });

  it("names the file that is missing and the status, and the file whose host is gone", async () => {
    const origin = await serve(({ url }, response) => {
      if (url !== "/data") return false;
      response.writeHead(503).end();
      return true;
    });
    await expect(loadParts(filesAt(origin), () => undefined)).rejects.toThrow(
      `${origin}/data could not be loaded: the host answered 503.`,
    );
    const template = { url: "http://127.0.0.1:1/template", bytes: 1 };
    await expect(
      loadParts({ ...filesAt(origin), data: filesAt(origin).pglite, template }, () => undefined),
    ).rejects.toThrow("http://127.0.0.1:1/template could not be loaded: ");
  });

  it("names the file that broke off", async () => {
    const origin = await serve(({ url }, response) => {
      if (url !== "/template") return false;
      response.writeHead(200, { "content-length": "1000000" });
      response.write(files["template"]?.subarray(0, 1000), () => response.destroy());
      return true;
    });
    await expect(loadParts(filesAt(origin), () => undefined)).rejects.toThrow(
      `${origin}/template could not be loaded: `,
    );
  });
});

describe("the database of the sandbox", () => {
  it.runIf(tier !== "test")("has the same bytes when it is made again, in another time zone", async () => {
    const module = new URL("../src/sandbox/files/prepare-files.ts", import.meta.url).href;
    const program = `import { createHash } from "node:crypto";
      import { makeTemplate } from ${JSON.stringify(module)};
      console.log(createHash("sha256").update(await makeTemplate()).digest("hex"));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      env: { ...process.env, TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8" },
    });
    const template = gunzipSync(await readPrepared(await preparedFolder(), "template"));
    expect(stdout.trim()).toBe(createHash("sha256").update(template).digest("hex"));
  });

  it("moves all instants and dates, and changes nothing else", async () => {
    const pglite = await PGlite.create({
      loadDataDir: new Blob([new Uint8Array(gunzipSync(await readPrepared(await preparedFolder(), "template")))], {
        type: "application/x-tar",
      }),
    });
    onTestFinished(() => pglite.close());
    const sql = `select id, version, extract(epoch from s.last_seen_at)::bigint as seen, warranty_expires_on::text as warranty,
      extract(epoch from created_at)::bigint as created from units left join unit_states s on s.unit_id = id order by id`;
    interface Row {
      readonly seen: number | null;
      readonly warranty: string;
      readonly created: number;
    }
    const exclusions = `select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'x' order by conname`;
    const constraints = (await pglite.query(exclusions)).rows;
    const before = (await pglite.query<Row>(sql)).rows;
    const days = 100;
    const seconds = days * 24 * 60 * 60;
    await pglite.exec(moveInstants(seconds * 1000 + 999));
    const after = (await pglite.query<Row>(sql)).rows;
    const day = (text: string): string => new Date(Date.parse(text) + seconds * 1000).toISOString().slice(0, 10);
    expect(before).toHaveLength(126);
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        seen: row.seen === null ? null : row.seen + seconds,
        warranty: day(row.warranty),
        created: row.created + seconds,
      })),
    );
    expect((await pglite.query("select * from audit_log")).rows).toEqual([]);
    expect(constraints).not.toEqual([]);
    expect((await pglite.query(exclusions)).rows).toEqual(constraints);
    expect((await pglite.query("show session_replication_role")).rows).toEqual([
      { session_replication_role: "origin" },
    ]);
  });
});

describe("what went wrong", () => {
  it.each([
    [
      new WebAssembly.CompileError("Wasm code generation disallowed by Content Security Policy"),
      "needs script-src 'self' 'wasm-unsafe-eval'",
    ],
    [new RangeError("WebAssembly.Memory(): could not allocate memory"), "not enough memory"],
    [new WebAssembly.RuntimeError("Out of memory"), "not enough memory"],
    ["anything else", "anything else"],
  ])("is said in words: %s", (error, words) => {
    expect(explain(error)).toContain(words);
  });
});
