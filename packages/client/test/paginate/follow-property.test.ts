import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { follow } from "../../src/paginate/index.ts";
import type { Timers } from "../../src/platform.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { createPositionFeed } from "./support/position-feed.ts";

/** What happens at one moment: around a request, and before and after everything that a program does. */
type Event = "nothing" | "receive" | "receive hidden" | "expire" | "fail" | "crash" | "abort";

const event = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Event>("nothing") },
  { weight: 5, arbitrary: fc.constantFrom<Event>("receive", "receive hidden") },
  { weight: 2, arbitrary: fc.constantFrom<Event>("expire", "fail", "crash", "abort") },
);
const story = fc.record({ events: fc.array(event, { maxLength: 60 }), perPage: fc.integer({ min: 1, max: 4 }) });

/** Timers that are due at once. */
const timers: Timers = {
  setTimeout(run) {
    const timer = { run };
    queueMicrotask(() => timer.run());
    return timer;
  },
  clearTimeout: (timer) => void Object.assign(Object(timer), { run: () => {} }),
};

const crash = new Error("the program ends");

describe("a program that follows a feed", () => {
  it("misses no position and gets each once and in order, whatever happened to the runs before it", async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ events, perPage }) => {
        const feed = createPositionFeed();
        const left = [...events];
        let controller = new AbortController();
        const moment = (): Event => {
          const next = left.shift() ?? "nothing";
          if (next === "receive" || next === "receive hidden") feed.receive(next === "receive");
          if (next === "expire") feed.expire();
          if (next === "abort") controller.abort();
          if (next === "crash") throw crash;
          return next;
        };
        const fleet = createFleetClient({
          baseUrl,
          retry: false,
          async fetch(url) {
            // A program does not crash in its fetch, which may fail.
            const fails = [left[0] === "crash" ? left.shift() : moment()].includes("fail");
            const response = await feed.fetch(url);
            const data = (await response.clone().json()).data;
            // Nothing is left to happen: a program that has everything is ended.
            if (left.length === 0 && new URL(String(url)).search.endsWith(`cursor=${data?.next_cursor}`))
              controller.abort();
            return fails ? jsonResponse(problem(503, "unavailable"), { status: 503 }) : response;
          },
        });
        /** What survives the program. */
        const stored: { known: Set<number>; cursor: string | undefined } = { known: new Set(), cursor: undefined };
        const run = async (): Promise<void> => {
          controller = new AbortController();
          const options = { cursor: stored.cursor, query: { per_page: perPage }, signal: controller.signal, timers };
          const onReset = async (): Promise<void> => {
            moment();
            // The latest positions, and the history.
            const now = feed.received();
            moment();
            for (const id of now) stored.known.add(id);
            moment();
          };
          let last = 0;
          for await (const { positions, cursor } of follow(fleet.monitoring.feed, { ...options, onReset })) {
            moment();
            for (const { unit_id } of positions) {
              expect(unit_id).toBeGreaterThan(last);
              last = unit_id;
              stored.known.add(unit_id);
            }
            moment();
            stored.cursor = cursor;
            moment();
          }
        };
        for (let isDone = false; !isDone;) {
          isDone = left.length === 0;
          await run().catch((error: unknown) => {
            if (error !== crash) expect(error).toMatchObject({ code: "abort" });
          });
        }
        expect([...stored.known].toSorted((a, b) => a - b)).toEqual(feed.received());
      }),
      { numRuns: 1000 },
    );
  });
});
