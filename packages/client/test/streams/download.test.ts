import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { download, type DownloadOptions } from "../../src/streams/index.ts";
import { rejects, unhandledIn } from "../observe/unhandled.ts";
import { problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { answering, bytes, cuttingOf, failureOf, feed, networkError, toArray, url } from "./support.ts";

/** A download of this body. */
function downloadOf(
  body: BodyInit | null,
  headers: Record<string, string> = {},
  options: Partial<DownloadOptions> = {},
) {
  const { fetch } = answering(new Response(body, { headers: { "content-type": "text/csv", ...headers } }));
  return download({ url, fetch, ...options });
}

/** A body in these pieces. */
function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("the head", () => {
  it("says what comes", async () => {
    const file = await downloadOf("a,b", {
      "content-type": "text/csv; charset=UTF-8; header=present",
      "content-length": "3",
      "content-disposition": 'attachment; filename="trips.csv"',
    });
    expect(file).toMatchObject({
      status: 200,
      mediaType: "text/csv",
      charset: "utf-8",
      filename: "trips.csv",
      size: 3,
    });
  });

  it("says nothing where the service does not", async () => {
    const { fetch } = answering(new Response(null));
    const file = await download({ url, fetch });
    expect(file).toMatchObject({ mediaType: null, charset: null, filename: null, size: null });
    expect(await file.text()).toBe("");
  });

  it.each([
    [{}, "*/*"],
    [{ accept: "text/csv" }, "text/csv"],
    [{ headers: { Accept: "text/csv" } }, "text/csv"],
    [{ headers: { Accept: "text/html" }, accept: "text/csv" }, "text/csv"],
  ])("is asked for with %o", async (options, accept) => {
    const { fetch, asked } = answering(new Response(""));
    await download({ url, fetch, ...options });
    expect(asked[0]?.headers.get("accept")).toBe(accept);
  });
});

describe("the body", () => {
  it("is read only as it is asked for, and its progress told", async () => {
    const source = feed();
    const onProgress = vi.fn(() => {
      throw new Error("observer");
    });
    const file = await downloadOf(source.body, { "content-length": "4" }, { onProgress });
    expect(source.pulls()).toBe(0);
    const reader = file.stream.getReader();
    source.send("ab");
    source.send("cd");
    source.end();
    expect((await reader.read()).value).toEqual(bytes("ab"));
    expect(onProgress.mock.calls).toEqual([[{ received: 2, size: 4 }]]);
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    expect(onProgress).toHaveBeenLastCalledWith({ received: 4, size: 4 });
  });

  it("lets go once all bytes are read, though nobody looks for its end", async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const source = feed();
    const file = await downloadOf(source.body, { "content-length": "4" }, { signal: controller.signal });
    const reader = file.stream.getReader();
    source.send("ab");
    await reader.read();
    source.send("cd");
    source.end();
    await reader.read();
    await vi.waitFor(() => expect(removed).toHaveBeenCalledTimes(1));
    controller.abort();
    expect((await reader.read()).done).toBe(true);
  });

  it("is whole where it has more bytes than announced, as a compressed one may seem to have", async () => {
    const file = await downloadOf(bodyOf([bytes("ab"), bytes("cd"), bytes("ef")]), { "content-length": "4" });
    expect(await file.text()).toBe("abcdef");
  });

  it("does not trouble anybody when it falls silent behind its last byte", async () => {
    const platform = fakePlatform();
    const source = feed();
    const file = await downloadOf(source.body, { "content-length": "2" }, { ...platform, timeoutMs: 1_000 });
    const reader = file.stream.getReader();
    source.send("ab");
    await reader.read();
    expect(await unhandledIn(() => platform.advance(1_000))).toEqual([]);
    expect(source.cancelled()).toBe(true);
    expect(platform.pending()).toBe(0);
  });

  it("drops what the observer of its progress rejects with", async () => {
    const file = await downloadOf("ab", {}, { onProgress: rejects });
    expect(await unhandledIn(() => file.text())).toEqual([]);
  });

  it("can be read once", async () => {
    const file = await downloadOf("a");
    expect(await file.text()).toBe("a");
    for (const again of [file.text(), file.blob(), toArray(file.lines()), toArray(file.rows())]) {
      expect(await failureOf(again)).toMatchObject({ kind: "request", operationId: "download" });
    }
    const locked = await downloadOf("a");
    locked.stream.getReader();
    expect(await failureOf(locked.text())).toMatchObject({ kind: "request" });
    const cancelled = await downloadOf("a");
    await cancelled.stream.cancel();
    expect(await failureOf(cancelled.text())).toMatchObject({ kind: "request" });
  });

  it("is text in the charset of its type, without a byte order mark", async () => {
    expect(await (await downloadOf("\ufeffü€🚚")).text()).toBe("ü€🚚");
    const latin = await downloadOf(Uint8Array.of(0xfc), { "content-type": "text/csv; charset=iso-8859-1" });
    expect(await latin.text()).toBe("ü");
    const unknown = await downloadOf("a", { "content-type": "text/csv; charset=x-canary" });
    expect(await failureOf(unknown.text())).toMatchObject({ kind: "decode" });
  });

  it("is a blob with its type", async () => {
    const blob = await (await downloadOf(bodyOf([bytes("a,"), bytes("b")]))).blob();
    expect([blob.type, await blob.text()]).toEqual(["text/csv", "a,b"]);
  });

  it("is lines, whatever ends them, and the last need not be ended", async () => {
    const text = "a\nb\r\nc\rd\n\ne";
    expect(await toArray((await downloadOf(text)).lines())).toEqual(["a", "b", "c", "d", "", "e"]);
    expect(await toArray((await downloadOf("a\n")).lines())).toEqual(["a"]);
    expect(await toArray((await downloadOf("")).lines())).toEqual([]);
  });

  it("is rows of CSV, with a byte order mark before a quote", async () => {
    const file = await downloadOf('\ufeff"id",name\r\n1,"a, ""b"""\r\n');
    expect(await toArray(file.rows())).toEqual([
      ["id", "name"],
      ["1", 'a, "b"'],
    ]);
  });

  it("has a last row without a line end, and shows a character that is cut off", async () => {
    expect(await toArray((await downloadOf("a\r\nb")).rows())).toEqual([["a"], ["b"]]);
    const cut = bytes("a€").slice(0, -1);
    expect(await (await downloadOf(cut)).text()).toBe("a\ufffd");
  });

  it("says which line is wrong, and quotes nothing", async () => {
    const error = await failureOf(toArray((await downloadOf('a\r\nb\r\ncanary"')).rows()));
    expect(error).toMatchObject({ kind: "decode", message: "download: line 3 has a quote in a field without quotes" });
    expect(inspect(error, { depth: 9 })).not.toContain("canary");
  });

  it("is the same lines and rows however it is cut into chunks", async () => {
    const text = fc
      .array(fc.constantFrom("a", "ü", "🚚", ",", "\r", "\n", "\r\n", '"x"",\r\n"'), { maxLength: 20 })
      // Each quoted field stands alone.
      .map((parts) => bytes(parts.map((each) => (each.length > 3 ? `,${each},` : each)).join(",")));
    const cut = text.chain((whole) => fc.tuple(fc.constant(whole), cuttingOf(whole)));
    await fc.assert(
      fc.asyncProperty(cut, async ([whole, chunks]) => {
        for (const read of ["lines", "rows"] as const) {
          const [cutUp, atOnce] = await Promise.all([downloadOf(bodyOf(chunks)), downloadOf(whole)]);
          expect(await toArray<unknown>(cutUp[read]())).toEqual(await toArray<unknown>(atOnce[read]()));
        }
      }),
    );
  });

  it.each(["lines", "rows"] as const)("is let go of when the loop over its %s is left", async (read) => {
    const source = feed();
    const file = await downloadOf(source.body);
    source.send("a\nb\n");
    for await (const each of file[read]()) {
      expect(each).toEqual(read === "rows" ? ["a"] : "a");
      break;
    }
    await vi.waitFor(() => expect(source.cancelled()).toBe(true));
  });
});

describe("a body that is not whole", () => {
  it("is a network error when fewer bytes came than were announced", async () => {
    const file = await downloadOf("abc", { "content-length": "4", "x-request-id": "req-7" });
    expect(await failureOf(file.text())).toMatchObject({
      kind: "network",
      message: "download: the body ended after 3 of 4 bytes",
      status: 200,
      requestId: "req-7",
    });
  });

  it("is a network error when it breaks off", async () => {
    const source = feed();
    const file = await downloadOf(source.body);
    source.send("a\n");
    source.fail();
    const error = await failureOf(toArray(file.lines()));
    expect(error).toMatchObject({ kind: "network" });
    expect(`${error.message} ${inspect(error, { depth: 9 })}`).not.toContain("canary");
  });

  it("is a timeout when it falls silent, but not when nobody reads", async () => {
    const platform = fakePlatform();
    const source = feed();
    const file = await downloadOf(source.body, {}, { ...platform, timeoutMs: 1_000 });
    await platform.advance(5_000);
    const reader = file.stream.getReader();
    source.send("a");
    await reader.read();
    const silent = failureOf(reader.read());
    await platform.advance(999);
    expect(source.cancelled()).toBe(false);
    await platform.advance(1);
    expect(await silent).toMatchObject({ kind: "timeout", operationId: "download" });
    expect(source.cancelled()).toBe(true);
  });

  it("is an abort, which cancels at once, reading or not", async () => {
    const controller = new AbortController();
    const source = feed();
    const file = await downloadOf(source.body, {}, { signal: controller.signal });
    const reading = failureOf(file.text());
    controller.abort(new Error("canary"));
    expect(source.cancelled()).toBe(true);
    expect(await reading).toMatchObject({ kind: "abort" });
  });

  it("is an abort while the body is always ready", async () => {
    const controller = new AbortController();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (pulled++ < 200_000) to.enqueue(new Uint8Array(1));
        else to.close();
      },
    });
    const file = await downloadOf(body, {}, { signal: controller.signal });
    setTimeout(() => controller.abort());
    expect(await failureOf(file.text())).toMatchObject({ kind: "abort" });
  });

  it("is an abort when the cancel of the body throws", async () => {
    const controller = new AbortController();
    const cancel = (): never => {
      throw new Error("canary");
    };
    const response = Object.defineProperty(new Response(""), "body", {
      value: { cancel, getReader: () => ({ read: () => new Promise(() => {}), cancel }) },
    });
    const file = await download({ url, fetch: answering(response).fetch, signal: controller.signal });
    const unhandled = await unhandledIn(async () => {
      const reading = failureOf(file.text());
      controller.abort();
      expect(await reading).toMatchObject({ kind: "abort" });
    });
    expect(unhandled).toEqual([]);
  });
});

describe("an answer that is not the file", () => {
  it("is the problem of the service", async () => {
    const body = JSON.stringify(problem(422, "validation_failed"));
    const headers = { "content-type": "application/problem+json" };
    const { fetch } = answering(new Response(body, { status: 422, headers }));
    const error = await failureOf(download({ url, fetch }));
    expect(error).toMatchObject({ kind: "http", code: "validation_failed", status: 422, operationId: "download" });
    expect(error.problem?.detail).toBe("about validation_failed");
  });

  it.each([
    [503, "http"],
    [206, "unexpected"],
    [304, "unexpected"],
  ])("is with status %d of kind %s", async (status, kind) => {
    const source = feed();
    const { fetch } = answering(new Response(status === 304 ? null : source.body, { status }));
    expect(await failureOf(download({ url, fetch }))).toMatchObject({ kind, status });
    expect(source.cancelled()).toBe(status !== 304);
  });

  it.each<[string, Partial<DownloadOptions>, string]>([
    ["no answer", { fetch: async () => Promise.reject(networkError(url)) }, "network"],
    ["a mistake in fetch", { fetch: async () => Promise.reject(new TypeError(url)) }, "unexpected"],
    ["a wrong URL", { url: "canary" }, "request"],
    ["a wrong time", { timeoutMs: NaN }, "request"],
    ["an abort before", { signal: AbortSignal.abort() }, "abort"],
  ])("is with %s of kind %s", async (_name, options, kind) => {
    const error = await failureOf(download({ url, fetch: async () => new Response(""), ...options }));
    expect(error.kind).toBe(kind);
    expect(`${error.message} ${inspect(error, { depth: 9 })}`).not.toContain("canary");
  });

  it("is a timeout when no answer begins", async () => {
    const platform = fakePlatform();
    const never = new Promise<Response>(() => {});
    const { fetch } = answering(never);
    const failed = failureOf(download({ url, fetch, ...platform }));
    await platform.advance(60_000);
    expect(await failed).toMatchObject({ kind: "timeout" });
  });
});

it("leaves no listener on the caller's signal, however it ends", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await (await downloadOf("a", {}, { signal })).text();
  await (await downloadOf("a", {}, { signal })).stream.cancel();
  await failureOf((await downloadOf("a", { "content-length": "2" }, { signal })).text());
  await failureOf(download({ url, signal, fetch: async () => new Response("", { status: 404 }) }));
  expect(added).toHaveBeenCalledTimes(4);
  expect(new Set(removed.mock.calls.map(([, listener]) => listener))).toEqual(
    new Set(added.mock.calls.map(([, listener]) => listener)),
  );
});
