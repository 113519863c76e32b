import { expect, it } from "vitest";
import { createQueuePerKey } from "../../src/platform/queue-per-key.ts";

it("bounds the jobs of each key, and not those of others", async () => {
  const queues = createQueuePerKey<string>({ parallel: 2, maxWaiting: 1, refusal: () => new Error("full") });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const job = (key: string): Promise<string> =>
    queues.run(key, async () => {
      begun.push(key);
      await new Promise<void>((resolve) => ends.push(resolve));
      return key;
    });
  const jobs = [job("a"), job("a"), job("a")];
  await expect(job("a")).rejects.toThrow("full");
  jobs.push(job("b"));
  expect(begun).toEqual(["a", "a", "b"]);
  ends.shift()?.();
  await jobs[0];
  await expect.poll(() => begun).toEqual(["a", "a", "b", "a"]);
  while (ends.length > 0) ends.shift()?.();
  expect(await Promise.all(jobs)).toEqual(["a", "a", "a", "b"]);
});
