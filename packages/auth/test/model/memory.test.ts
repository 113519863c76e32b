import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createAuth } from "../../src/index.ts";
import { settle } from "../support/deferred.ts";
import { respond, baseUrl } from "../support/fake-service.ts";
import { checkModel } from "./check-model.ts";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Bytes in use, without what is garbage. */
async function heapUsed(): Promise<number> {
  // What a FinalizationRegistry holds for an object becomes garbage in the turn after that object was collected.
  for (let round = 0; round < 3; round++) {
    if (typeof collect === "function") collect();
    await settle();
  }
  return process.memoryUsage().heapUsed;
}

test("a session that rotates for ever remembers a bounded number of tokens", async () => {
  let serial = 0;
  const session = createAuth({
    baseUrl,
    fetch: async () => respond(200, { token: `${"x".repeat(4_000)}${++serial}` }),
  });
  session.adopt("T0");
  const rotate = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const responses = await Promise.all([1, 2].map((id) => session.fetch(`${baseUrl}/units/${id}`)));
      for (const one of responses) await one.text();
    }
  };
  await rotate(50);
  const before = await heapUsed();
  await rotate(2_000);
  // Remembered, the tokens of 4,000 responses would be 16 MB.
  expect((await heapUsed()) - before).toBeLessThan(4_000_000);
  expect(session.stats().rotations).toBeGreaterThan(2_000);
});

test("a session that nothing refers to any more is freed, disposed or not", async () => {
  // One signal of the whole application.
  const { signal } = new AbortController();
  const use = async (isDisposed: boolean): Promise<void> => {
    const session = createAuth({
      baseUrl,
      credentials: { username: "anna", password: "x" },
      fetch: async () => respond(200, { token: "T1" }),
    });
    session.subscribe(() => undefined);
    const url = `${baseUrl}/units`;
    for (const request of [url, new session.Request(url, { signal })]) {
      await (await session.fetch(request, { signal })).text();
    }
    if (isDisposed) await session[Symbol.asyncDispose]();
  };
  const useMany = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await use(time % 2 === 0);
  };
  await useMany(50);
  const before = await heapUsed();
  await useMany(1_000);
  // Kept, each session would be 8 kB.
  expect((await heapUsed()) - before).toBeLessThan(2_000_000);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("when a run of the model has ended, nothing of its sessions is kept", async () => {
  await checkModel("wild", 100, 1);
  const before = await heapUsed();
  await checkModel("wild", 200, 2);
  // The sessions, calls and notes of a run are 100 kB.
  expect((await heapUsed()) - before).toBeLessThan(4_000_000);
});
