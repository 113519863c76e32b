import { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { failureResult } from "../../src/call/result.ts";
import { walkItems, walkPages } from "../../src/paging/walk.ts";
import type { WalkSource } from "../../src/paging/source.ts";
import { collect, modelList } from "./support/model-list.ts";

/** A list of three pages; the request for the page number `stuck` is answered only when it is aborted. */
function stuckSource(stuck: number) {
  const list = modelList({ count: 9, query: { per_page: 3 } });
  const aborted: number[] = [];
  const source: WalkSource = {
    ...list.source,
    send: async (input, signal) => {
      if (Number(input.query?.["page"] ?? 1) !== stuck) return list.source.send(input, signal);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(stuck);
          resolve(failureResult("unitsListing", { kind: "abort", message: "aborted" }));
        });
      });
    },
  };
  return { source, aborted, asked: list.asked };
}

const done = { done: true, value: undefined };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each<[string, (source: WalkSource) => AsyncGenerator<unknown, void, undefined>, steps: number]>([
  ["pages", walkPages, 1],
  ["items", walkItems, 3],
])("leaving %s", (_name, walkOf, stepsPerPage) => {
  it.each([1, 2, 3])("by return() ends the step that waits for page %i", async (stuck) => {
    const { source, aborted } = stuckSource(stuck);
    const walk = walkOf(source);
    for (let step = 0; step < stepsPerPage * (stuck - 1); step++)
      expect(await walk.next()).toMatchObject({ done: false });
    const step = walk.next();
    await turn();
    expect(await walk.return()).toEqual(done);
    expect(await step).toEqual(done);
    expect(aborted).toEqual([stuck]);
    expect(await walk.next()).toEqual(done);
    expect(await walk.return()).toEqual(done);
  });

  it("by return() before the first step sends nothing", async () => {
    const { source, asked } = stuckSource(1);
    const walk = walkOf(source);
    expect(await walk.return()).toEqual(done);
    expect(await collect(walk)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("by cancel() of a stream made of it ends what is in flight", async () => {
    const { source, aborted } = stuckSource(1);
    const stream = ReadableStream.from(walkOf(source));
    const reader = stream.getReader();
    const read = reader.read();
    await turn();
    await reader.cancel();
    expect(await read).toEqual(done);
    expect(aborted).toEqual([1]);
  });

  it("does not hide why a step failed that nobody left", async () => {
    const { source } = stuckSource(9);
    const failing = {
      ...source,
      send: async () => failureResult("unitsListing", { kind: "network", message: "no answer" }),
    };
    await expect(walkOf(failing).next()).rejects.toMatchObject({ code: "network" });
  });
});
