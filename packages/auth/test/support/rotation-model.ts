import { answer, baseUrl, credentials, fakeService, handClock, settle, type Seen } from "./fake-service.ts";
import { createAuth, type AuthOptions, type TokenSession } from "../../src/index.ts";

/** When a service hands out another token: a chain that rotates with time, one per answer, or a chain told only to the stale. */
export type MintPolicy = "chain" | "per-response" | "stale-only";

/** Whether the token of an answer is chosen when the request comes in or when the answer goes out. */
export type MintPosition = "start" | "end";

export interface Model {
  readonly policy: MintPolicy;
  readonly position: MintPosition;
  /** The first token is refused. */
  readonly expired: boolean;
  readonly seed: number;
  /** Told of every answer as it arrives, before the session sees it. */
  readonly onAnswer?: (sent: string | undefined, received: string | undefined) => void;
}

/** Events in virtual time, run one by one; whatever each sets off runs to its end before the next. */
export function virtualTime(): { now(): number; at(delay: number, run: () => void): void; run(): Promise<void> } {
  const queue: { time: number; order: number; run: () => void }[] = [];
  let now = 0;
  let order = 0;
  return {
    now: () => now,
    at: (delay, run) => void queue.push({ time: now + delay, order: order++, run }),
    async run() {
      for (;;) {
        queue.sort((a, b) => a.time - b.time || a.order - b.order);
        const next = queue.shift();
        if (next === undefined) return;
        now = next.time;
        next.run();
        await settle();
      }
    },
  };
}

/** A small repeatable random source. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 0x1_0000_0000;
  };
}

/** A service of one user that rotates as the model says, with random delays on the way there, inside, and back. */
export function rotationModel(model: Model, options: Partial<AuthOptions> = {}) {
  const { policy, position, expired } = model;
  const random = seeded(model.seed);
  const time = virtualTime();
  let serial = 0;
  let mintedAt = 0;
  let current = "T0";
  let logins = 0;
  const valid = new Set(expired ? [] : ["T0"]);

  const mint = (): string => {
    current = `T${++serial}`;
    mintedAt = time.now();
    valid.add(current);
    return current;
  };
  const handOut = (sent: string): string | undefined => {
    if (policy === "per-response") return mint();
    if (time.now() - mintedAt > 40) mint();
    return policy === "stale-only" && sent === current ? undefined : current;
  };
  const withToken = (token: string | undefined, body: unknown): Response =>
    answer(200, token === undefined ? { body } : { token, body });

  const serve = (seen: Seen, chosen: string | undefined): Response => {
    if (seen.operation === "POST /auth/login") {
      logins++;
      return answer(200, { token: mint() });
    }
    if (!valid.has(seen.token ?? "")) return answer(401);
    const token = position === "end" ? handOut(seen.token ?? "") : chosen;
    return withToken(token, { data: { token: `bearer ${current}` } });
  };

  const service = fakeService(
    (seen) =>
      new Promise((resolve) => {
        const delay = (): number => random() * (random() < 0.05 ? 300 : 30);
        time.at(delay(), () => {
          const chosen = position === "start" && valid.has(seen.token ?? "") ? handOut(seen.token ?? "") : undefined;
          time.at(delay(), () => {
            const response = serve(seen, chosen);
            time.at(delay(), () => {
              const received = response.headers.get("authorization")?.replace("bearer ", "");
              model.onAnswer?.(seen.token, received);
              resolve(response);
            });
          });
        });
      }),
  );
  const session: TokenSession = createAuth({
    baseUrl,
    credentials,
    fetch: service.fetch,
    clock: handClock(),
    random,
    ...options,
  });
  session.adopt("T0");
  return { session, time, random, logins: () => logins, newest: () => current, service };
}
