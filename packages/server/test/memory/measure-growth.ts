import type { Lane } from "./lane.ts";
import type { MemorySample } from "./messages.ts";
import type { RequestKind } from "./request-kinds.ts";
import type { MeasuredServer } from "./start-measured-server.ts";

/** How long to look; numbers of requests are those of each kind. */
export interface Span {
  readonly requests: number;
  readonly samples: number;
}

/** By how many bytes memory grows: each figure of a sample. */
export type Growth = MemorySample;

/** Takes steps with a sample after each, and returns by how much memory grows with each of them. */
export async function growthPerStep(
  server: MeasuredServer,
  samples: number,
  takeStep: () => Promise<void>,
): Promise<Growth> {
  await takeStep();
  const taken: MemorySample[] = [await server.sample()];
  for (let index = 0; index < samples; index += 1) {
    await takeStep();
    taken.push(await server.sample());
  }
  // Of the second half: the database fills its page cache with what it writes, step by step up to its size.
  const settled = taken.slice(Math.floor(taken.length / 2));
  return {
    rss: slope(settled.map(({ rss }) => rss)),
    live: slope(taken.map(({ live }) => live)),
    main: slope(taken.map(({ main }) => main)),
  };
}

/**
 * Sends requests of some kinds over all lanes, kind by kind in every step, and measures how memory grows in 10,000 requests of
 * each kind.
 */
export async function measureGrowth(
  server: MeasuredServer,
  lanes: readonly Lane[],
  kinds: readonly RequestKind[],
  { requests, samples }: Span,
): Promise<Growth> {
  server.dropInvitations();
  const step = Math.ceil(requests / samples);
  const { rss, live, main } = await growthPerStep(server, samples, () => sendAll(lanes, kinds, step));
  const per = 10_000 / step;
  return { rss: rss * per, live: live * per, main: main * per };
}

/** Sends `count` requests of each kind, in new sessions: some kinds end that of their lane. */
export async function sendAll(lanes: readonly Lane[], kinds: readonly RequestKind[], count: number): Promise<void> {
  for (const kind of kinds) {
    await Promise.all(lanes.map((lane) => lane.logIn()));
    await send(lanes, kind, count);
  }
}

/** Sends `count` requests of a kind, one at a time per lane. Nothing is under way any more when it rejects. */
async function send(lanes: readonly Lane[], kind: RequestKind, count: number): Promise<void> {
  let left = count;
  const ended = await Promise.allSettled(
    lanes.map(async (lane) => {
      while (left > 0) {
        left -= 1;
        await kind(lane).catch((error: unknown) => {
          left = 0;
          throw error;
        });
      }
    }),
  );
  const failed = ended.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Median of the slopes between all pairs of points (Theil and Sen): a single outlier does not move it. */
export function slope(values: readonly number[]): number {
  const slopes = values.flatMap((from, start) =>
    values.slice(start + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0;
}
