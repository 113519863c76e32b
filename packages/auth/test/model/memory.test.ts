import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createAuth } from "../../src/index.ts";
import { respond, baseUrl } from "../support/fake-service.ts";

/** Bytes in use, without what is garbage. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
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
  const before = heapUsed();
  await rotate(2_000);
  // Remembered, the tokens of 4,000 responses would be 16 MB.
  expect(heapUsed() - before).toBeLessThan(4_000_000);
  expect(session.stats().rotations).toBeGreaterThan(2_000);
});
