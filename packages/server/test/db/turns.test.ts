import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DbAbortedError, DbBusyError, DbUnavailableError } from "../../src/db/index.ts";
import { createTurns } from "../../src/db/turns.ts";
import { problemOf } from "../../src/problem-of.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Turns, and jobs that run until they are ended; `begun` has their names. */
function started() {
  const turns = createTurns({ connections: 4, connectionsPerCaller: 3, searches: 2 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { turns, begun, job, end };
}

describe("searches", () => {
  it("run one at a time for each caller, and leave connections to the other jobs", async () => {
    const { turns, begun, job, end } = started();
    const jobs = ["a1", "a2", "b1", "c1"].map((name) => turns.takeForSearch(name[0], job(name)));
    jobs.push(turns.take("d", job("d1")), turns.take("a", job("a3")));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.toSorted()).toEqual(["a1", "a3", "b1", "d1"]);
    for (const name of ["b1", "a1", "c1", "a2", "d1", "a3"]) await end(name);
    expect(await Promise.all(jobs)).toHaveLength(6);
  });

  it("leave as much time as they took while others are active, and none while nobody is", async () => {
    const { turns, begun, job, end } = started();
    const jobs = ["a1", "a2", "a3"].map((name) => turns.takeForSearch("a", job(name)));
    await vi.advanceTimersByTimeAsync(500);
    await end("a1");
    expect(await jobs[0]).toBe("a1");
    expect(begun).toEqual(["a1", "a2"]);
    jobs.push(turns.take("b", job("b1")));
    await vi.advanceTimersByTimeAsync(500);
    await end("a2");
    // Its result does not wait.
    expect(await jobs[1]).toBe("a2");
    await vi.advanceTimersByTimeAsync(499);
    expect(begun).toEqual(["a1", "a2", "b1"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
    await end("a3");
    await end("b1");
    await Promise.all(jobs);
  });

  it("wait however long for those of their own caller, and 10 s for those of others", async () => {
    const { turns, begun, job, end } = started();
    const running = [turns.takeForSearch("a", job("a1")), turns.takeForSearch("b", job("b1"))];
    const own = turns.takeForSearch("a", job("a2"));
    const other = turns.takeForSearch("c", job("c1")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await other).toBeInstanceOf(DbUnavailableError);
    await end("b1");
    await end("a1");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(begun).toEqual(["a1", "b1", "a2"]);
    await end("a2");
    await Promise.all([...running, own]);
  });
});

describe("appends", () => {
  it("run two at a time, whoever the callers are, and leave the other connections to the other jobs", async () => {
    const { turns, begun, job, end } = started();
    const jobs = ["a1", "b1", "c1", "d1"].map((name) => turns.takeForAppend(name[0], job(name)));
    jobs.push(turns.take("e", job("e1")), turns.takeForSearch("f", job("f1")));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.toSorted()).toEqual(["a1", "b1", "e1", "f1"]);
    await end("a1");
    expect(begun).toContain("c1");
    expect(begun).not.toContain("d1");
    for (const name of ["b1", "c1", "d1", "e1", "f1"]) await end(name);
    expect(await Promise.all(jobs)).toHaveLength(6);
  });

  it("take turns between callers: one that sends much keeps nobody waiting for all of it", async () => {
    const { turns, begun, job, end } = started();
    const jobs = ["a1", "a2", "a3", "a4", "b1"].map((name) => turns.takeForAppend(name[0], job(name)));
    await vi.advanceTimersByTimeAsync(0);
    await end("a1");
    expect(begun).toEqual(["a1", "a2", "b1"]);
    for (const name of ["a2", "b1", "a3", "a4"]) await end(name);
    await Promise.all(jobs);
  });

  it("are refused as busy after 10 s of waiting for others, and the next ones run when these end", async () => {
    const { turns, begun, job, end } = started();
    const running = ["a1", "b1"].map((name) => turns.takeForAppend(name[0], job(name)));
    const late = turns.takeForAppend("c", job("c1")).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await late).toBeInstanceOf(DbBusyError);
    expect(problemOf(await late)).toMatchObject({ status: 503, code: "unavailable" });
    const next = turns.takeForAppend("c", job("c2"));
    await end("a1");
    expect(begun).toEqual(["a1", "b1", "c2"]);
    await end("b1");
    await end("c2");
    await Promise.all([...running, next]);
  });
});

it("an aborted caller leaves the queue, and one that runs keeps its turn until its job has ended", async () => {
  const { turns, begun, job, end } = started();
  const leaving = new AbortController();
  const running = ["a1", "a2", "a3"].map((name) => turns.take("a", job(name), leaving.signal));
  const waiting = turns.take("a", job("a4"), leaving.signal);
  const next = turns.take("a", job("a5"));
  leaving.abort();
  await expect(waiting).rejects.toBeInstanceOf(DbAbortedError);
  expect(begun).toEqual(["a1", "a2", "a3"]);
  await end("a1");
  expect(begun).toEqual(["a1", "a2", "a3", "a5"]);
  for (const name of ["a2", "a3", "a5"]) await end(name);
  await Promise.all([...running, next]);
});
