import type { AuthListener } from "../../src/index.ts";
import { baseUrl } from "./fake-service.ts";
import { rotationModel, type MintPolicy, type MintPosition, type Model } from "./rotation-model.ts";

export const policies: readonly MintPolicy[] = ["chain", "per-response", "stale-only"];
export const positions: readonly MintPosition[] = ["start", "end"];

/** What came of a burst of calls. */
export interface Outcome {
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
