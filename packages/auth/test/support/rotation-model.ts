import { type AuthListener, type AuthOptions, createAuth, type TokenSession } from "../../src/index.ts";
import { seeded } from "../../src/testing/index.ts";
import { baseUrl, credentials, fakeService, respond, type Seen } from "./fake-service.ts";
import { virtualClock } from "./virtual-clock.ts";

/** When a service hands out another token: a chain that rotates with time, one per response, or a chain told only to the stale. */
type MintPolicy = "chain" | "per-response" | "stale-only";

/** Whether the token of a response is chosen when the request comes in or when the response goes out. */
type MintPosition = "start" | "end";

interface Model {
  readonly policy: MintPolicy;
  readonly position: MintPosition;
  /** The first token is refused. */
  readonly expired: boolean;
  readonly seed: number;
  /** Told of every response as it arrives, before the session sees it. */
  readonly onResponse?: (sent: string | undefined, received: string | undefined) => void;
}

/** A service of one user that rotates as the model says, with random delays on the way there, inside, and back. */
function rotationModel(model: Model, options: Partial<AuthOptions> = {}) {
  const { policy, position, expired } = model;
  const random = seeded(model.seed);
  const time = virtualClock();
  const { monotonic } = time.clock;
  const at = (ms: number, run: () => void): void => void time.timers.setTimeout(run, ms);
  let serial = 0;
  let mintedAt = 0;
  let current = "T0";
  let logins = 0;
  const valid = new Set(expired ? [] : ["T0"]);

  const mint = (): string => {
    current = `T${++serial}`;
    mintedAt = monotonic();
    valid.add(current);
    return current;
  };
  const handOut = (sent: string): string | undefined => {
    if (policy === "per-response") return mint();
    if (monotonic() - mintedAt > 40) mint();
    return policy === "stale-only" && sent === current ? undefined : current;
  };
  const withToken = (token: string | undefined, body: unknown): Response =>
    respond(200, token === undefined ? { body } : { token, body });

  const serve = (seen: Seen, chosen: string | undefined): Response => {
    if (seen.operation === "POST /auth/login") {
      logins++;
      return respond(200, { token: mint() });
    }
    if (!valid.has(seen.token ?? "")) return respond(401);
    const token = position === "end" ? handOut(seen.token ?? "") : chosen;
    return withToken(token, { data: { token: `bearer ${current}` } });
  };

  const service = fakeService(
    (seen) =>
      new Promise((resolve) => {
        const delay = (): number => random() * (random() < 0.05 ? 300 : 30);
        at(delay(), () => {
          const chosen = position === "start" && valid.has(seen.token ?? "") ? handOut(seen.token ?? "") : undefined;
          at(delay(), () => {
            const response = serve(seen, chosen);
            at(delay(), () => {
              const received = response.headers.get("authorization")?.replace("bearer ", "");
              model.onResponse?.(seen.token, received);
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
    clock: time.clock,
    timers: time.timers,
    random,
    ...options,
  });
  session.adopt("T0");
  return { session, time, at, random, logins: () => logins, newest: () => current, service };
}

export const policies: readonly MintPolicy[] = ["chain", "per-response", "stale-only"];
export const positions: readonly MintPosition[] = ["start", "end"];

/** What came of a burst of calls. */
interface Outcome {
  readonly answered: number;
  readonly wrong: number;
  readonly held: string;
  readonly newest: string;
  readonly logins: number;
  readonly inFlight: number;
  readonly ambiguous: boolean;
}

/** Sends so many calls at random moments, with random delays, and waits until all is quiet. */
export async function burst(model: Model, size: number, listener: AuthListener = () => undefined): Promise<Outcome> {
  const { session, time, at, random, logins, newest } = rotationModel(model);
  session.subscribe(listener);
  let answered = 0;
  let wrong = 0;
  for (let index = 0; index < size; index++) {
    at(random() * size, () => {
      void session.fetch(`${baseUrl}/units/${index}`).then((response) => {
        answered++;
        if (response.status !== 200) wrong++;
      });
    });
  }
  await time.run();
  await session.flush();
  const { inFlight, ambiguous } = session.snapshot();
  const held = await session.getToken();
  return { answered, wrong, held, newest: newest(), logins: logins(), inFlight, ambiguous };
}

/** What must come of it: everything answered once, one login at most, and the newest token held. */
export function settled(size: number, expired: boolean, { newest }: Outcome): Outcome {
  const logins = expired ? 1 : 0;
  return { answered: size, wrong: 0, held: newest, newest, logins, inFlight: 0, ambiguous: false };
}
